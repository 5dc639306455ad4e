import type { PosCommandName } from '../../src-shared/pos/commands.ts'

/** Commands that show or export data, and change nothing. */
export const lookCommands: ReadonlySet<string> = new Set<PosCommandName>([
  'payments.search',
  'payments.open',
  'payments.export',
  'staff.hours',
  'staff.export_hours',
  'reports.view',
  'reports.check',
  'reports.shifts',
  'reports.list',
  'reports.open',
  'reports.save',
  'reports.trend',
  'reports.bank',
  'catalogue.export',
  'catalogue.preview_import',
  'audit.verify',
  'audit.export',
  'settings.export_profile',
  'settings.preview_profile',
  'setup.save_report',
  'health.save_bundle',
  // If their beginning were recorded, it would be in the backup, and look interrupted after a restore.
  'backup.save',
  'backup.open',
])

/** Commands that change nothing that could be missed: their beginning is not recorded. */
const harmless: ReadonlySet<string> = new Set<PosCommandName>([
  'payments.print',
  'staff.enter',
  'staff.leave',
  'staff.sign_in',
  'staff.lock',
])

/** Whether the command's beginning is written to the disk before it acts. */
export const isBegunInAudit = (name: PosCommandName): boolean =>
  !lookCommands.has(name) && !harmless.has(name)
