import type { PosCommandName } from '../../src-shared/pos/commands.ts'
import { ok } from '../../src-shared/result.ts'
import type { AuditArea } from '../audit/audit-area.ts'
import type { PosHandlers } from './command-answerer.ts'

/** The commands on the audit trail. */
export const auditHandlers = (
  area: Pick<AuditArea, 'list' | 'verify' | 'save'>,
): Pick<PosHandlers, PosCommandName & `audit.${string}`> => ({
  'audit.list': async ({ filter, before }) => ok(await area.list(filter, before)),
  'audit.verify': async () => ok(await area.verify()),
  'audit.export': async ({ as, filter }) => ok({ saved: await area.save(as, filter) }),
})
