import type { SaleRunner } from '../../../../src-main/sale/runner.ts'
import { isAtRest, mayBeGivenBack } from '../../../../src-shared/pos/bill/given-back.ts'
import type { ParkedSale } from '../../../../src-shared/pos/parked/parked-sale.ts'
import type { SaleFacts } from '../../../../src-shared/pos/sale/sale.ts'
import type { BankWithTerminal } from './bank-with-terminal.ts'

/**
 * The counter's looks soon after each start, before a person has done anything: at its open bill (given-back-watch.ts),
 * and at payments that wait for a decision.
 */
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

  look(runner: SaleRunner, parked: readonly ParkedSale[]): void {
    for (const state of [runner.state(), ...parked.map((one) => one.state)]) {
      if (state.kind === 'deciding') this.lookAt(runner, state.sale)
    }
    const bill = runner.bill()
    if (bill === null || !isAtRest({ sale: runner.state() })) return
    const cards = mayBeGivenBack(bill).filter(({ sale }) => !this.seen.has(sale.id))
    if (cards.length === 0) return
    for (const { sale } of cards) this.seen.add(sale.id)
    const given_back = Object.fromEntries(cards.map((card) => [card.sale.id, this.bank.givenBackOf(card)]))
    runner.dispatch({ kind: 'given_back_seen', bill_id: bill.id, given_back })
  }

  private lookAt(runner: SaleRunner, sale: SaleFacts): void {
    if (this.seen.has(sale.id)) return
    this.seen.add(sale.id)
    const answer = this.bank.answer({ kind: 'look_up', sale, confirm: false }, 0, false)
    if (answer !== null) runner.dispatch({ ...answer, sale_id: sale.id, attempt: sale.attempt })
  }
}
