import type { Bill } from '../../../../src-shared/pos/bill/bill.ts'
import type { NewBill } from '../../../../src-shared/pos/bill/new-bill.ts'
import { asExchange, exchangeTender, planExchange } from '../../../../src-shared/pos/returns/exchange.ts'
import type { Return } from '../../../../src-shared/pos/returns/return.ts'
import { currentPart, partCents, returnCents } from '../../../../src-shared/pos/returns/return-sums.ts'
import { asStoreCredit, planReturn, returnable } from '../../../../src-shared/pos/returns/returnable.ts'
import { isChoosing, worthOf } from '../../../../src-shared/pos/returns/waiting-exchange.ts'
import { err, ok } from '../../../../src-shared/result.ts'
import type { AtRunner } from './random-cashier.ts'

const card = { card_id: 'gc_1', last_four: 'ABCD' }

/** Customers return lines or parts of them, for a refund, store credit, or other goods. */
export class RandomReturner {
  private readonly at: AtRunner
  private readonly newBill: () => NewBill

  constructor(at: AtRunner, newBill: () => NewBill) {
    this.at = at
    this.newBill = newBill
  }

  /** Takes the next step of a return, or begins one. */
  goOn(roll: number): void {
    const { shown } = this.at.goods
    const one = shown[roll % Math.max(shown.length, 1)]
    const more = Math.floor(roll / 4)
    if (one === undefined || (roll % 4 === 0 && !isChoosing(one))) this.begin(more)
    else if (isChoosing(one)) this.choose(one, more)
    else this.step(one, more)
  }

  /** @returns whether a return was still open */
  end(roll: number): boolean {
    const { goods } = this.at
    const open = goods.shown.filter(({ status }) => status === 'open')
    const one = open[roll % Math.max(open.length, 1)]
    if (one === undefined) return false
    if (!isChoosing(one)) this.step(one, roll % 2 === 0 ? 0 : 2)
    else if (this.at.runner.exchangeState(one.id) === null) void goods.service.cancel(one.id)
    else return false
    return true
  }

  private begin(roll: number): void {
    const { goods } = this.at
    const sold = goods.sold()
    const bill = sold[roll % Math.max(sold.length, 1)]
    if (bill === undefined) return
    const before = goods.service.of(bill.id)
    const left = returnable(bill, before)
    const lines = left.lines.filter((line) => line.sold > line.returned)
    const line = lines[roll % Math.max(lines.length, 1)]
    const more = Math.floor(roll / 16)
    const tips =
      more % 5 === 0 ? left.tenders.filter(({ tip, tipBack }) => tip > tipBack).map(({ id }) => id) : []
    const rest = line === undefined ? 0 : line.sold - line.returned
    const quantity = more % 3 === 0 ? rest : 1 + (more % Math.max(rest, 1))
    const wanted = { lines: line === undefined ? [] : [{ line_id: line.id, quantity }], tips }
    const exchange = roll % 2 === 0 && tips.length === 0
    const isCredit = !exchange && more % 4 === 0
    const total = this.totalOf(bill, wanted, { exchange, isCredit })
    if (total === null) return
    const credit = isCredit ? { store_credit: card } : {}
    void goods.service.begin({
      ...wanted,
      ...credit,
      number: bill.number,
      total,
      reason: '',
      exchange,
      looked: true,
    })
  }

  /** The total as the window shows it before the request. */
  private totalOf(
    bill: Bill,
    wanted: Parameters<typeof planReturn>[2],
    { exchange, isCredit }: { readonly exchange: boolean; readonly isCredit: boolean },
  ): number | null {
    const before = this.at.goods.service.of(bill.id)
    if (exchange) {
      const plan = asExchange(bill, before, wanted, 1)
      return plan === null ? null : worthOf(plan.lines)
    }
    const plan = planReturn(bill, before, wanted, 1)
    return plan === null ? null : returnCents(isCredit ? asStoreCredit(plan, card) : plan)
  }

  /** The customer chooses other goods, or cancels the exchange. */
  private choose(one: Return, roll: number): void {
    const { goods } = this.at
    if (roll % 5 === 4) return void goods.service.cancel(one.id)
    const bill = goods.sold().find(({ number }) => number === one.number)
    if (bill === undefined) return
    const bought = this.newBill()
    const fresh = { ...bought, total: roll % 2 === 0 ? bought.total : 1_200 }
    const others = goods.service.of(one.bill_id).filter(({ id }) => id !== one.id)
    const plan = planExchange(bill, others, one.lines, fresh.total, 1)
    if (plan === null) return
    const credit = roll % 3 === 0 ? card : null
    const { rest } = exchangeTender(one, plan, credit)
    const back = rest.reduce((sum, part) => sum + partCents(part), 0)
    const asked = { return_id: one.id, back, total: fresh.total }
    void goods.service.exchangeFor(
      credit === null ? asked : { ...asked, store_credit: credit },
      async (exchange) => {
        const isOpen = this.at.dispatch({ kind: 'open_bill', bill: { ...fresh, exchange } })
        return isOpen ? ok(null) : err({ code: 'not_now', message: '' })
      },
    )
  }

  private step(one: Return, roll: number): void {
    const { service } = this.at.goods
    const part = currentPart(one)
    if (one.status !== 'open' || part === null) return void service.acknowledge(one.id)
    if (part.state === 'to_hand_back') return void service.handedBack(one.id)
    if (roll % 7 === 6) return void service.cancel(one.id)
    if (part.state === 'refused')
      void (roll % 2 === 0 ? service.retry(one.id, null) : service.inCash(one.id, null))
  }
}
