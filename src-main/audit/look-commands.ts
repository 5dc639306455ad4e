import type { PosCommandName } from '../../src-shared/pos/commands.ts'

/** By these somebody sees what is kept here, or takes it away in a file; they change nothing. */
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
  // Begun ones would be in the backup, and look interrupted where it is restored.
  'backup.save',
  'backup.open',
])

/** Change nothing that somebody could miss either: that they began is not written down. */
const harmless: ReadonlySet<string> = new Set<PosCommandName>([
  'payments.print',
  'staff.enter',
  'staff.leave',
  'staff.sign_in',
  'staff.lock',
])

/** Whether it is on the disk that somebody is about to do it, before it is done. */
export const isBegunInAudit = (name: PosCommandName): boolean =>
  !lookCommands.has(name) && !harmless.has(name)
