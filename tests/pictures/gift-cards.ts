import type { Bill, Tender } from '../../src-shared/pos/bill/bill.ts'
import type { GiftCardsStatus, GiftCardTask } from '../../src-shared/pos/gift-cards.ts'

const made: GiftCardTask = {
  reference: 'bill_1.line_1',
  task: 'issue',
  state: 'to_hand_over',
  kind: 'gift',
  amount: 5_000,
  currency: 'USD',
  card_id: 'gc_1',
  last_four: 'PFCZ',
  code: 'KXBTRWQMHJDLPFCZ',
  bill: 'KT1042',
  detail: '',
}

/** A new card to hand over, one that is being made, and one that could not be loaded. */
export const giftCardTasks: GiftCardsStatus = {
  offered: true,
  tasks: [
    made,
    { ...made, reference: 'bill_2.line_1', state: 'waiting', kind: 'credit', code: null },
    {
      ...made,
      ...{ reference: 'bill_3.line_1', task: 'load', state: 'refused', code: null },
      detail: 'The gift card gc_1 is blocked: nothing was moved.',
    },
  ],
}

export const offered: GiftCardsStatus = { offered: true, tasks: [] }

/** A bill that a gift card is to pay, has paid, and did not pay. */
export function giftCardBills(bill: Bill) {
  const tender: Tender = {
    kind: 'gift_card',
    status: 'asking',
    id: 'gce_1',
    card_id: 'gc_1',
    last_four: 'PFCZ',
    amount: bill.total,
    left: null,
    taken_at: bill.opened_at,
  }
  return {
    asking: { ...bill, tenders: [tender] },
    paid: { ...bill, tenders: [{ ...tender, status: 'paid', left: 1_000 }] },
    refused: { ...bill, gift_card_refused: 'balance' },
  } as const satisfies Readonly<Record<string, Bill>>
}
