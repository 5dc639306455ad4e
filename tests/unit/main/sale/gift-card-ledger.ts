import type { Bill } from '../../../../src-shared/pos/bill/bill.ts'
import type { GiftCardAnswer, GiftCardEffect } from '../../../../src-shared/pos/bill/gift-card-events.ts'
import { returnedGiftCards } from '../../../../src-shared/pos/bill/gift-cards.ts'

/** What gift cards have paid, cents, as the service keeps it: each reference once, and none after it was reversed. */
export class GiftCardLedger {
  private readonly redeemed = new Map<string, number>()
  private readonly reversed = new Set<string>()

  redeem(
    { tender, again }: Extract<GiftCardEffect, { kind: 'redeem_gift_card' }>,
    roll: number,
  ): GiftCardAnswer {
    const { id, amount } = tender
    if (this.redeemed.has(id)) return { kind: 'paid', left: 0 }
    if (this.reversed.has(id)) return { kind: 'refused', reason: 'refused' }
    if (roll % 6 === 5) {
      // An earlier try may still be on its way: from then on it is refused.
      if (again === true) this.reversed.add(id)
      return { kind: 'refused', reason: 'balance' }
    }
    this.redeemed.set(id, amount)
    return { kind: 'paid', left: 0 }
  }

  /** What a bill gives back. */
  follow(bill: Bill): void {
    for (const { id } of returnedGiftCards(bill)) this.reversed.add(id)
  }

  taken = (): number =>
    [...this.redeemed].reduce((sum, [id, amount]) => sum + (this.reversed.has(id) ? 0 : amount), 0)
}
