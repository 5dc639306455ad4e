import type { Bill } from '../../../../../src-shared/pos/bill/bill.ts'
import { asExchange, exchangeTender, planExchange } from '../../../../../src-shared/pos/returns/exchange.ts'
import type { Return } from '../../../../../src-shared/pos/returns/return.ts'
import {
  type ReturnEvent,
  returnTransition,
} from '../../../../../src-shared/pos/returns/return-transition.ts'
import { isChoosing, waitingExchange } from '../../../../../src-shared/pos/returns/waiting-exchange.ts'
import { bill as billOf, cardTender } from '../returns/arbitrary-bill.ts'
import { BillHarness } from './bill-harness.ts'

/** A counter where customers exchange goods for other goods. */
export class ExchangeHarness extends BillHarness {
  /** Stored in another file than the counter's record; the two are written one after the other. */
  readonly returns = new Map<string, Return>()
  private readonly sold = billOf({ total: 900_000, tenders: [cardTender('sale_old', 900_000)] })
  private readonly worth: number

  constructor(step: 1 | 5, hasLinks: boolean, worth: number) {
    super(step, hasLinks)
    this.worth = worth
  }

  protected override open(): void {
    const { bill, aside } = this.record.counter
    const of = { returns: [...this.returns.values()], bill, aside, parked: this.record.parked }
    const waiting = waitingExchange(of)
    const isUnfiled = this.record.unfiled.some((one) => this.tenderOf(one)?.id === waiting?.id)
    if (waiting === null || isUnfiled) {
      this.begin()
      super.open()
      return
    }
    const total = 6_003
    const others = [...this.returns.values()].filter(({ id }) => id !== waiting.id)
    const plan = planExchange(this.sold, others, waiting.lines, total, 1)
    if (plan === null) {
      this.violations.push('what was brought back is worth nothing any more')
      return
    }
    const exchange = exchangeTender(waiting, plan, null)
    const fresh = { id: this.newId('bill'), order: null, total, currency: 'USD', note: '' }
    this.dispatch({ kind: 'open_bill', bill: { ...fresh, exchange }, at: this.at() })
  }

  /** A customer brings goods back; only one customer at a time. */
  private begin(): void {
    const before = [...this.returns.values()]
    if (before.some(isChoosing)) return
    const lines = [{ line_id: 'amount', quantity: this.worth }]
    const plan = asExchange(this.sold, before, { lines, tips: [] }, 1)
    if (plan === null) return
    const { id: bill_id, number, currency } = this.sold
    const about = { id: this.newId('ret'), bill_id, number, currency, reason: '', started_at: this.at() }
    this.returns.set(about.id, { ...about, ...plan, status: 'open', exchange: { bill: null } })
  }

  protected override exchangeEnded(bill: Bill): void {
    const tender = this.tenderOf(bill)
    const one = tender && this.returns.get(tender.id)
    if (!one) return
    const { status, credit, rest } = tender
    const event: ReturnEvent =
      status === 'returned' ? { kind: 'cancel' } : { kind: 'exchanged', bill: bill.number, credit, rest }
    this.returns.set(one.id, JSON.parse(JSON.stringify(returnTransition(one, event).next)))
  }

  private tenderOf = ({ tenders }: Bill) => tenders.find((one) => one.kind === 'exchange')

  /** Checks that returned goods paid for at most one bill, and that the old bill names it. */
  checkExchanges(): void {
    for (const bill of this.record.unfiled) this.exchangeEnded(bill)
    const paid = [...this.book.values()].flatMap((bill) => {
      const tender = this.tenderOf(bill)
      return tender?.status === 'paid' ? [{ id: tender.id, number: bill.number }] : []
    })
    for (const { id, exchange, parts, status } of this.returns.values()) {
      const bills = paid.filter((one) => one.id === id).map(({ number }) => number)
      const known = exchange?.bill ?? null
      if (bills.join() !== (known ?? '')) this.violations.push(`${id} has paid ${bills}, and says ${known}`)
      const goods = parts.reduce((sum, part) => sum + part.goods, 0)
      if (goods !== this.worth) this.violations.push(`${id} is worth ${goods}`)
      this.reached.add(
        known !== null ? 'exchanged' : isChoosing({ status, exchange } as Return) ? 'waits' : status,
      )
    }
  }
}
