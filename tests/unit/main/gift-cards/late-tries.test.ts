import { expect, onTestFinished, test } from 'vitest'
import { createGiftCardService } from '../../../../src-main/gift-cards/gift-card-service.ts'
import { newGiftCardCode } from '../../../../src-shared/payments/gift-card-code.ts'
import { must } from '../../../support/must.ts'
import { withFaults } from '../support/faulty-service.ts'
import { quietLog, startTestService } from '../support/service.ts'

test('refused store credit is not on the card when an earlier try arrives late', async () => {
  const service = await startTestService()
  onTestFinished(() => service.stop())
  let late: object | null = null
  const { client } = withFaults(service.access, (operation, input) => {
    if (operation !== 'gift_cards.load' || late !== null) return 'pass'
    late = input
    return 'never_arrives'
  })
  const cards = createGiftCardService({
    journal: { found: [], write: async () => {}, close: async () => {} },
    client: () => client,
    shop: () => ({ merchant: '', training: false, language: 'en' }),
    printer: { print: async () => false },
    paper: () => 80,
    sales: { billOf: async () => null, nameOf: () => null },
    onStatus: () => {},
    retryMs: 1,
    log: quietLog,
  })
  onTestFinished(() => cards.stop())
  const code = newGiftCardCode((below) => Math.floor(Math.random() * below))
  const issued = {
    kind: 'gift',
    code,
    amount: 1000,
    currency: 'USD',
    reference: 'issue-of-this-test',
  } as const
  const { gift_card } = await must(service.client.call('gift_cards.create', { body: issued }))
  const params = { id: gift_card.id }
  await must(service.client.call('gift_cards.update', { params, body: { status: 'blocked' } }))
  const { last_four } = gift_card
  const asked = { reference: 'ret_of_this_test-1-1', amount: 500, currency: 'USD', bill: 'KT1', last_four }
  const refused = { kind: 'refused', detail: expect.stringMatching(/blocked/) }
  expect(await cards.put({ ...asked, card_id: gift_card.id })).toEqual(refused)
  await must(service.client.call('gift_cards.update', { params, body: { status: 'active' } }))
  expect(await service.client.call('gift_cards.load', late as never)).toMatchObject({ ok: false })
  expect((await must(service.client.call('gift_cards.get', { params }))).balance).toBe(1000)
})
