import type { Bill, Tender } from '../../src-shared/pos/bill/bill.ts'
import type {
  FoundGiftCard,
  GiftCardMove,
  GiftCardsStatus,
  GiftCardTask,
} from '../../src-shared/pos/gift-cards/gift-cards.ts'

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

const back: GiftCardTask = { ...made, ...{ task: 'reverse', state: 'waiting', perhaps: true, code: null } }

/**
 * A new card to hand over, one that is being made, one that could not be loaded, and two from which money may have been
 * taken.
 */
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
    { ...back, reference: 'gce_2' },
    { ...back, reference: 'gce_3', state: 'refused', detail: 'There is no gift card gc_1 in this business.' },
  ],
}

export const offered: GiftCardsStatus = { offered: true, tasks: [] }

export const giftCardCode = 'KXBTRWQMHJDLPFCZ'
const looked: FoundGiftCard = {
  card_id: 'gc_1',
  last_four: 'PFCZ',
  balance: 123_456,
  currency: 'USD',
  status: 'active',
}
const moves: readonly GiftCardMove[] = (
  [
    ['redeem', -1_250, 123_456, 'KT1058', 'Ana Sofía Featherstonehaugh-Montgomery'],
    ['give_back', 4_000, 124_706, 'KT1051', null],
    ['redeem', -4_000, 120_706, 'KT1051', 'Olaf'],
    ['load', 99_706, 124_706, 'KT1044', 'Olaf'],
    ['issue', 25_000, 25_000, null, null],
  ] as const
).map(([kind, amount, balance, bill, person], index) => ({
  id: `gce_${index}`,
  at: `2026-11-${20 - index}T14:05:30.000Z`,
  ...{ kind, amount, balance, bill, person },
}))

/** A card that is looked up by its code, or by the code's last letters, with its ledger. */
export const giftCardReplies = (status: FoundGiftCard['status'] = 'active') => ({
  'gift_cards.look_up': { ...looked, status },
  'gift_cards.history': { card: { ...looked, status }, moves, more: true },
  'gift_cards.find': {
    cards: [
      { ...looked, status, sold_at: '2026-11-16T14:05:30.000Z' },
      { ...looked, card_id: 'gc_2', balance: 0, status: 'blocked', sold_at: '2026-10-02T09:30:00.000Z' },
    ],
  },
})

/** A bill that a gift card will pay, has paid, and did not pay. */
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
