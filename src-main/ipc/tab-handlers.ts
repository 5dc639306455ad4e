import type { IdSource } from '../../src-shared/ids.ts'
import type { PosCommandName } from '../../src-shared/pos/commands.ts'
import type { Order, OrderLine } from '../../src-shared/pos/order/order.ts'
import { plainLine } from '../../src-shared/pos/order/plain-line.ts'
import { refuse } from '../../src-shared/pos/refusals.ts'
import { outcomeOf } from '../audit/audit-entry.ts'
import type { AuditTrail } from '../audit/audit-trail.ts'
import type { Counter } from '../counter/counter.ts'
import type { SaleInput } from '../sale/sale-input.ts'
import type { PosHandlers } from './command-answerer.ts'
import type { CommandContext } from './command-context.ts'
import { isOnBill, orderChanged, orderOnBill } from './new-bill.ts'
import type { Undisturbed } from './undisturbed.ts'

/** The commands on tabs. Their progress is in the snapshot. */
export function tabHandlers({
  counter,
  snapshot,
  newId,
  selling,
  staff,
  audit,
  dispatch,
}: Pick<CommandContext, 'counter' | 'snapshot' | 'newId' | 'selling' | 'staff' | 'audit'> &
  Pick<Undisturbed, 'dispatch'>): Pick<PosHandlers, PosCommandName & `tab.${string}`> {
  const rungUp = async ({ id, total }: { readonly id: string; readonly total: number }) =>
    (await selling.service()).toCharge(id, total)
  /** Dispatches the input, and audits its outcome. */
  const recorded = (
    command: PosCommandName,
    about: Parameters<AuditTrail['add']>[0]['about'],
    input: SaleInput,
  ) => {
    const result = dispatch(input)
    audit.add({ role: null, person_id: staff.personId(), command, about, outcome: outcomeOf(result) })
    return result
  }

  return {
    'tab.open': async ({ name, note = '', hold: amount, entry, order: asked }) => {
      const { settings, terminal, currency } = snapshot.present()
      if (!settings.tabs) return refuse('not_available', 'no tabs are opened here')
      if (terminal.kind === 'none') return refuse('not_available', 'there is no terminal')
      const order = asked === undefined ? null : await rungUp(asked)
      if (asked !== undefined && order === null) return orderChanged
      const sale = { id: newId('sale'), amount, currency, entry, note: name, hsn: terminal.hsn, order }
      const tab = { name, stage: 'opening' as const, ...(note === '' ? {} : { note }) }
      return dispatch({ kind: 'charge', sale: { ...sale, tab } })
    },
    'tab.add': async (asked) => {
      const order = 'order' in asked ? await rungUp(asked.order) : typedOrder(newId, asked.typed)
      if (order === null) return orderChanged
      const present = counter()
      if (present !== null && isOnBill(present.sale, order.id)) return orderOnBill
      return dispatch({ kind: 'add_to_tab', tab_id: asked.tab_id, order })
    },
    // Audited, since the customer had this item and does not pay for it.
    'tab.remove_line': ({ tab_id, line_id }) => {
      const line = linesOf(counter(), tab_id).find(({ id }) => id === line_id)
      return recorded('tab.remove_line', aboutLine(tab_id, line), {
        kind: 'remove_from_tab',
        tab_id,
        line_id,
      })
    },
    'tab.put_back_line': ({ tab_id }) => {
      const line = tabOf(counter(), tab_id)?.removed?.at(-1)?.line
      return recorded('tab.put_back_line', aboutLine(tab_id, line), { kind: 'put_back_on_tab', tab_id })
    },
    'tab.close': ({ tab_id, total, tip }) =>
      dispatch({ kind: 'close_tab', tab_id, bill_id: newId('bill'), total, tip }),
    'tab.release': ({ tab_id }) => {
      const about = { tab: tab_id, lines: linesOf(counter(), tab_id).length }
      return recorded('tab.release', about, { kind: 'release_tab', tab_id })
    },
  }
}

const aboutLine = (tab: string, line: OrderLine | undefined) => ({
  tab,
  name: line?.name ?? '',
  unit_amount: line?.unit_amount ?? 0,
})
const tabOf = (counter: Counter | null, tabId: string) =>
  counter?.sale.tabs().find(({ sale }) => sale.id === tabId)
const linesOf = (counter: Counter | null, tabId: string) => tabOf(counter, tabId)?.sale.order?.lines ?? []

function typedOrder(
  newId: IdSource,
  { amount, name }: { readonly amount: number; readonly name: string },
): Order {
  const id = newId('order')
  return { id, lines: [plainLine(id, name, amount)], discounts: [] }
}
