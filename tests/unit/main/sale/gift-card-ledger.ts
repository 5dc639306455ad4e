import type { Bill } from '../../../../src-shared/pos/bill/bill.ts'
import type { GiftCardAnswer, GiftCardEffect } from '../../../../src-shared/pos/bill/gift-card-events.ts'
import { returnedGiftCards } from '../../../../src-shared/pos/bill/gift-cards.ts'

/** Payments of gift cards in cents, as the service records them: each reference once, and none after its reversal. */
export class GiftCardLedger {
  private readonly redeemed = new Map<string, number>()
  private readonly reversed = new Set<string>()
  /** Store credit of returns in cents, by reference. */
  private readonly given = new Map<string, number>()

  redeem(
    { tender, again }: Extract<GiftCardEffect, { kind: 'redeem_gift_card' }>,
    roll: number,
  ): GiftCardAnswer {
    const { id, amount } = tender
    if (this.redeemed.has(id)) return { kind: 'paid', left: 0 }
    if (this.reversed.has(id)) return { kind: 'refused', reason: 'refused' }
    if (roll % 6 === 5) {
      // An earlier try may still be on its way, and is refused from now on.
      if (again === true) this.reversed.add(id)
      return { kind: 'refused', reason: 'balance' }
    }
    this.redeemed.set(id, amount)
    return { kind: 'paid', left: 0 }
  }

  /** Reverses what a bill gives back. */
  follow(bill: Bill): void {
    for (const { id } of returnedGiftCards(bill)) this.reversed.add(id)
  }

  /** Puts the amount of a return on a card. */
  put = (reference: string, amount: number): void => void this.given.set(reference, amount)

  taken = (): number => {
    const paid = [...this.redeemed].filter(([id]) => !this.reversed.has(id))
    return sumOf(paid.map(([, amount]) => amount)) - sumOf([...this.given.values()])
  }
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)
