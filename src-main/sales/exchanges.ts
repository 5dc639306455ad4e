import type { Bill, ExchangeTender } from '../../src-shared/pos/bill/bill.ts'
import type { CashStep } from '../../src-shared/pos/bill/cash.ts'
import type { PosCommandPayload } from '../../src-shared/pos/commands.ts'
import { type CommandRefusal, refuse } from '../../src-shared/pos/refusals.ts'
import { exchangeTender, planExchange } from '../../src-shared/pos/returns/exchange.ts'
import type { Return } from '../../src-shared/pos/returns/return.ts'
import { partCents } from '../../src-shared/pos/returns/return-sums.ts'
import type { ReturnEvent } from '../../src-shared/pos/returns/return-transition.ts'
import { isChoosing } from '../../src-shared/pos/returns/waiting-exchange.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { Turns } from '../async/in-turn.ts'
import type { Log } from '../log.ts'
import type { SalesBook } from './sales-book.ts'

type AskedExchange = NonNullable<PosCommandPayload<'bill.open'>['exchange']> & {
  /** The price of the other goods, in cents. */
  readonly total: number
}

/** Exchanges: how the bill of the other goods begins, and how the exchange ends. */
export interface Exchanges {
  /** Starts the bill of other goods with what was brought back; `open` opens that bill. */
  exchangeFor(
    asked: AskedExchange,
    open: (tender: ExchangeTender) => Promise<Result<null, CommandRefusal>>,
  ): Promise<Result<null, CommandRefusal>>
  /** Records the end of an exchange whose bill is paid or given back; resolves when it is written. */
  exchangeEnded(bill: Bill): Promise<void>
}

export function createExchanges(context: {
  readonly book: Pick<SalesBook, 'find'>
  readonly cashStep: () => CashStep
  readonly exchangeState: (id: string) => ExchangeTender['status'] | null
  readonly inTurn: Turns['inTurn']
  readonly find: (id: string) => Return | undefined
  readonly of: (billId: string) => readonly Return[]
  /** Why no return may begin for this bill; null when it may. */
  readonly unknownOf: (billId: string) => CommandRefusal | null
  /** Refused where less is left of their cards. */
  readonly paymentsOf: (parts: Return['parts']) => Promise<Result<unknown, CommandRefusal>>
  readonly start: (one: Return) => Promise<Result<null, CommandRefusal>>
  /** Resolves when the event is written, or does not apply to the return's state. */
  readonly record: (id: string, event: ReturnEvent) => Promise<void>
  readonly log: Log
}): Exchanges {
  const { book, find, record, log } = context

  async function tenderFor(
    one: Return,
    { total, back, store_credit }: AskedExchange,
  ): Promise<Result<ExchangeTender, CommandRefusal>> {
    const sold = await book.find(one.number)
    if (sold === null) return refuse('not_found', `no bill ${one.number}`)
    const others = context.of(one.bill_id).filter(({ id }) => id !== one.id)
    const plan = planExchange(sold.bill, others, one.lines, total, context.cashStep())
    const tender = plan && exchangeTender(one, plan, store_credit ?? null)
    const goesBack = tender?.rest.reduce((sum, part) => sum + partCents(part), 0)
    return tender === null || goesBack !== back
      ? refuse('not_now', `${goesBack} cents of ${one.number} go back, not the amount that was shown`)
      : ok(tender)
  }

  /** Writes a lost exchange again from its bill. Otherwise the same goods could be returned again. */
  async function writeAgain(
    { id, number, lines, credit }: ExchangeTender,
    { currency, opened_at: started_at }: Bill,
  ): Promise<boolean> {
    const sold = await book.find(number)
    log.error({ return: id, bill: number, isSold: sold !== null }, 'sales.exchange_lost')
    // If the book has lost the sale too, nothing of it can be returned.
    if (sold === null) return false
    const begun = await context.start({
      ...{ id, bill_id: sold.bill.id, number, currency, lines, parts: credit, started_at },
      ...{ reason: '', exchange: { bill: null }, person_id: null, approved_by: null, status: 'open' },
    })
    if (!begun.ok) throw new Error(`${id} could not be saved again`)
    return true
  }

  return {
    async exchangeFor(asked, open) {
      // Another counter may have given the money back since the approval.
      const left = await context.paymentsOf(find(asked.return_id)?.parts ?? [])
      if (!left.ok) return left
      // In turn, so that it cannot be cancelled in between.
      return context.inTurn(async () => {
        const one = find(asked.return_id)
        if (one === undefined || !isChoosing(one) || context.exchangeState(one.id) !== null) {
          return refuse('not_now', `${asked.return_id} is not waiting`)
        }
        const unknown = context.unknownOf(one.bill_id)
        if (unknown !== null) return err(unknown)
        const tender = await tenderFor(one, asked)
        return tender.ok ? open(tender.value) : tender
      })
    },
    async exchangeEnded(bill) {
      const { number } = bill
      for (const tender of bill.tenders) {
        if (tender.kind !== 'exchange') continue
        const { id, status, credit, rest } = tender
        const isLost = status === 'paid' && find(id) === undefined
        if (isLost && !(await writeAgain(tender, bill))) continue
        if (status === 'returned') await record(id, { kind: 'cancel' })
        else await record(id, { kind: 'exchanged', bill: number, credit, rest })
        const one = find(id)
        const isWritten =
          status === 'returned' ? one === undefined || !isChoosing(one) : one?.exchange?.bill === number
        if (!isWritten) throw new Error(`the exchange of ${id} for ${number} could not be saved`)
      }
    },
  }
}
