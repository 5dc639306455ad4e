import type { PosCommandName, PosCommandPayload } from '../../src-shared/pos/commands.ts'
import { ok } from '../../src-shared/result.ts'
import { outcomeOf } from '../audit/audit-entry.ts'
import type { StaffSession } from '../staff/staff-session.ts'
import { asking } from './asking.ts'
import type { PosHandlers } from './command-answerer.ts'
import type { CommandContext } from './command-context.ts'

type DrawerHandlers = Pick<PosHandlers, PosCommandName & `drawer.${string}`>

/** The commands on the cash drawer, once the counter's account is known. */
export function drawerHandlers({
  counter,
  staff,
  audit,
}: Pick<CommandContext, 'counter' | 'audit'> & {
  readonly staff: Pick<StaffSession, 'personId'>
}): DrawerHandlers {
  const ask = asking(() => counter()?.drawer ?? null)
  const takeOut = ask((drawer, payload: PosCommandPayload<'drawer.take_out'>) => drawer.takeOut(payload))
  const noSale = ask((drawer, payload: PosCommandPayload<'drawer.no_sale'>) => drawer.noSale(payload))
  return {
    'drawer.open_shift': ask((drawer, payload) => drawer.openShift(payload)),
    async 'drawer.no_sale'(payload) {
      const person_id = staff.personId()
      const result = await noSale(payload)
      const about = { reason: payload.reason }
      const outcome = outcomeOf(result)
      audit.add({ role: null, person_id, command: 'drawer.no_sale', about, outcome })
      return result
    },
    async 'drawer.take_out'(payload) {
      const person_id = staff.personId()
      const result = await takeOut(payload)
      const { kind, amount, reason, bill } = payload
      // A cashier requests it; the manager whose PIN is typed is responsible.
      const role = kind === 'drop' ? null : 'manager'
      const about = { kind, amount, reason, ...(bill === '' ? {} : { bill }) }
      const approved_by = result.ok ? result.value.by : null
      const outcome = outcomeOf(result)
      audit.add({ role, person_id, approved_by, command: 'drawer.take_out', about, outcome })
      return result.ok ? ok(null) : result
    },
    'drawer.put_in': ask((drawer, payload) => drawer.putIn(payload)),
    'drawer.close_shift': ask((drawer, payload) => drawer.closeShift(payload)),
  }
}
