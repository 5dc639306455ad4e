import type { SaleRunner } from '../../../../src-main/sale/runner.ts'
import { isAtRest, mayBeGivenBack } from '../../../../src-shared/pos/bill/given-back.ts'
import type { BankWithTerminal } from './bank-with-terminal.ts'

/** The counter's look at its open bill soon after each start (given-back-watch.ts), before a person has done anything. */
export class OpenBillWatch {
  /** The cards, by sale, about which the bank has answered since the start. */
  private readonly seen = new Set<string>()
  private readonly bank: BankWithTerminal

  constructor(bank: BankWithTerminal) {
    this.bank = bank
  }

  restart(): void {
    this.seen.clear()
  }

  look(runner: SaleRunner): void {
    const bill = runner.bill()
    if (bill === null || !isAtRest({ sale: runner.state() })) return
    const cards = mayBeGivenBack(bill).filter(({ sale }) => !this.seen.has(sale.id))
    if (cards.length === 0) return
    for (const { sale } of cards) this.seen.add(sale.id)
    const given_back = Object.fromEntries(cards.map((card) => [card.sale.id, this.bank.givenBackOf(card)]))
    runner.dispatch({ kind: 'given_back_seen', bill_id: bill.id, given_back })
  }
}
