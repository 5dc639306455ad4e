import type { IdSource } from '../../src-shared/ids.ts'
import type { PosCommandName } from '../../src-shared/pos/commands.ts'
import type { CommandRefusal } from '../../src-shared/pos/refusals.ts'
import { err, type Result } from '../../src-shared/result.ts'
import type { Counter } from '../counter.ts'
import type { SaleInput } from '../sale/runner.ts'
import type { SnapshotPublisher } from '../snapshot/publisher.ts'
import type { PosHandlers } from './command-answerer.ts'

type BillHandlers = Pick<PosHandlers, PosCommandName & `bill.${string}`>

/** What the counter may ask about a bill. How it goes is in the snapshot. */
export function billHandlers({
  counter,
  snapshot,
  newId,
  dispatch,
}: {
  readonly counter: () => Counter | null
  readonly snapshot: SnapshotPublisher
  readonly newId: IdSource
  readonly dispatch: (input: SaleInput) => Result<null, CommandRefusal>
}): BillHandlers {
  const billOver = (total: number, note: string) => {
    const { currency } = snapshot.present()
    return { id: newId('bill'), order: null, total, currency, note: note.trim() }
  }
  return {
    'bill.open': ({ amount, note }) => dispatch({ kind: 'open_bill', bill: billOver(amount, note) }),
    'bill.charge': ({ amount, entry }) => {
      const bill = counter()?.sale.bill() ?? null
      if (bill === null) return err({ code: 'not_now', message: 'no bill is open' })
      const { terminal } = snapshot.present()
      if (terminal.kind === 'none') return err({ code: 'not_available', message: 'there is no terminal' })
      const { currency, note } = bill
      const sale = { id: newId('sale'), amount, currency, entry, note, hsn: terminal.hsn }
      return dispatch({ kind: 'charge', sale })
    },
    'bill.take_cash': ({ tendered, balance, note }) => {
      const { cash, cash_step: step } = snapshot.present().settings
      if (!cash) return err({ code: 'not_available', message: 'no cash is taken here' })
      const bill = counter()?.sale.bill() === null ? billOver(balance, note) : null
      return dispatch({ kind: 'take_cash', id: newId('cash'), tendered, balance, step, bill })
    },
    'bill.undo': () => dispatch({ kind: 'undo_bill' }),
    'bill.cash_returned': () => dispatch({ kind: 'cash_returned', id: newId('cash') }),
    'bill.pay_otherwise': () => dispatch({ kind: 'pay_otherwise' }),
  }
}
