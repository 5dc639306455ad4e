import type { PosCommand } from '../../src-shared/pos/commands.ts'
import { err } from '../../src-shared/result.ts'
import type { Answerer } from '../ipc/answerer.ts'
import type { AuditTrail } from './audit.ts'
import { commandRoles, isAskedByItself } from './command-roles.ts'
import type { StaffSession } from './staff-session.ts'

/** The one door between the window and what only a manager or an installer may do. Who passes, or tries to, is kept. */
export const guarded =
  (answer: Answerer, desk: StaffSession, audit: AuditTrail): Answerer =>
  async (name, payload) => {
    const refusal = desk.refusal(name)
    const role = refusal === null ? desk.status().role : null
    const result = refusal === null ? await answer(name, payload) : err(refusal)
    if (isAudited(name)) {
      const outcome = result.ok ? 'done' : result.error.code
      // What did not pass was not parsed either: it could be anything.
      const about = refusal !== null || outcome === 'payload_invalid' ? {} : aboutOf(payload)
      audit.add({ role, command: name, about, outcome })
    }
    return result
  }

const isAudited = (name: PosCommand): boolean =>
  (commandRoles[name] !== null || name.startsWith('staff.')) && !isAskedByItself(name)

/** Named one by one: a PIN, or what somebody typed, is not among them. */
const told = ['role', 'kind', 'intent_id', 'payment_id', 'action_id', 'amount', 'hsn', 'operation'] as const

function aboutOf(payload: unknown): Record<string, string | number> {
  if (typeof payload !== 'object' || payload === null) return {}
  return Object.fromEntries(
    told.flatMap((name) => {
      const value: unknown = Reflect.get(payload, name)
      const isTold = typeof value === 'number' || typeof value === 'string'
      return isTold ? [[name, value] as const] : []
    }),
  )
}
