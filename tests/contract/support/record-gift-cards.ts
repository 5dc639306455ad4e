import type { RecordCall } from './record-call.ts'

/** The life of a gift card, for the examples of the reference. */
export async function recordGiftCards(call: RecordCall): Promise<void> {
  const issued = await call('gift_cards.create', {
    body: {
      ...{ kind: 'gift', code: 'KXBTRWQMHJDLPFCZ', amount: 5000, currency: 'USD' },
      reference: 'bill-KT1042-line-1',
    },
  })
  const onCard = { params: { id: issued.gift_card.id } } as const
  const redeemed = { amount: 1800, currency: 'USD', reference: 'bill-KT1043-tender-1' } as const
  await call('gift_cards.look_up', { body: { code: 'KXBTRWQMHJDLPFCZ' } })
  await call('gift_cards.redeem', { ...onCard, body: redeemed })
  await call('gift_cards.reverse', { ...onCard, body: { reference: redeemed.reference } })
  await call('gift_cards.load', {
    ...onCard,
    body: { amount: 1000, currency: 'USD', reference: 'bill-KT1044-line-2' },
  })
  await call('gift_cards.get', onCard)
  await call('gift_cards.list_entries', { ...onCard, query: '?limit=2' })
  await call('gift_cards.update', { ...onCard, body: { status: 'blocked' } })
  await call('gift_cards.list', { query: '?limit=1' })
  await call('gift_cards.liability', {})
}
