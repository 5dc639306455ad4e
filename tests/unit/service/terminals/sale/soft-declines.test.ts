import { describe, expect, test } from 'vitest'
import type { Payment } from '../../../../../src-shared/api/schemas/payment.ts'
import type { Behaviour } from '../../../../../src-terminal/scripts/behaviour.ts'
import { hsn, openCounter, refusalOf, until } from '../terminals-harness.ts'
import { voidAsRepairDoes } from './void-as-repair-does.ts'

async function sale(behaviour: Behaviour, fields: object = {}) {
  const counter = await openCounter()
  await counter.plug(behaviour)
  const sessionKey = await counter.open()
  const intent = await counter.intent(1481)
  const body = { hsn, payment_intent_id: intent, ...fields }
  return {
    counter,
    sessionKey,
    intent,
    charge: () => counter.call('terminals.auth_card', body, { sessionKey }),
  }
}
type Sale = Awaited<ReturnType<typeof sale>>

async function paymentOf({ charge }: Sale): Promise<Payment> {
  const answer = await charge()
  if (!answer.ok) throw new Error(answer.error.message)
  return answer.value as Payment
}

/** Status and failure of every payment of the intent, oldest first. */
const attempts = async ({ counter, intent }: Sale) =>
  [...(await counter.payments(intent))]
    .sort((one, other) => one.id.localeCompare(other.id))
    .map(({ status, failure_code }) => [status, failure_code])

/** A card that its bank declines, but would approve by chip or PIN (section 7: another authorization). */
describe('a soft decline at the terminal', () => {
  test.each([
    ['taps_then_inserts', 'insert_card'],
    ['taps_then_pin', 'pin_required'],
  ] as const)('the sale of %s continues with the same card, and is paid once', async (script, failure) => {
    const begun = await sale({ script })
    expect(await paymentOf(begun)).toMatchObject({ status: 'captured', entry_mode: 'EMVContact' })
    expect(await attempts(begun)).toEqual([
      ['failed', failure],
      ['captured', null],
    ])
    const asked = begun.counter.bank.asked.map(({ order_id, entry_mode }) => [order_id, entry_mode])
    expect(asked.map(([, entryMode]) => entryMode)).toEqual(['Contactless', 'EMVContact'])
    expect(new Set(asked.map(([order]) => order)).size).toBe(2)
  })

  test('a sale with the PIN is verified by it, and needs no signature', async () => {
    const payment = await paymentOf(await sale({ script: 'taps_then_pin' }))
    expect(JSON.parse(payment.terminal_details?.emv_tag_data ?? '')).toMatchObject({ PIN: 'Verified by PIN' })
    expect(payment.signature).toBeNull()
  })

  test('for a card that was inserted without a PIN, the PIN is requested', async () => {
    const begun = await sale({ script: 'approve', card: '4000000000050056' })
    expect((await paymentOf(begun)).status).toBe('captured')
    expect(await attempts(begun)).toEqual([
      ['failed', 'pin_required'],
      ['captured', null],
    ])
  })

  test('the decline is final after the PIN was requested three times without success', async () => {
    const begun = await sale({ script: 'pin_bypass', card: '4000000000050056' })
    const required = ['failed', 'pin_required']
    expect(await paymentOf(begun)).toMatchObject({ status: 'failed', failure_code: 'pin_required' })
    expect(await attempts(begun)).toEqual([required, required, required, required])
    expect((await begun.counter.readIntent(begun.intent)).status).toBe('created')
  })

  test('the decline is final when the terminal has no PIN pad', async () => {
    const begun = await sale({ script: 'no_pin_pad', card: '4000000000050056' })
    expect(await paymentOf(begun)).toMatchObject({ status: 'failed', failure_code: 'pin_required' })
    expect(await attempts(begun)).toHaveLength(1)
  })

  test('the decline is final when the customer does not present the card again', async () => {
    const begun = await sale({ script: 'taps_then_inserts' })
    const { counter, sessionKey } = begun
    counter.bank.hold()
    const charging = begun.charge()
    await until(() => counter.bank.asked.length === 1, 'the processor is asked')
    await counter.change({ script: 'silent' })
    counter.bank.release()
    await until(async () => (await counter.screen()) === 'waiting_for_card', 'the card is wanted again')
    await counter.call('terminals.cancel', { hsn }, { sessionKey })
    expect(await charging).toMatchObject({
      ok: true,
      value: { status: 'failed', failure_code: 'insert_card' },
    })
    expect((await counter.readIntent(begun.intent)).status).toBe('created')
    expect(await attempts(begun)).toHaveLength(1)
  })

  test('the decline is final, without another prompt, when the POS has cancelled meanwhile', async () => {
    const begun = await sale({ script: 'taps_then_inserts' })
    const { counter, sessionKey } = begun
    counter.bank.hold()
    const charging = begun.charge()
    await until(() => counter.bank.asked.length === 1, 'the processor is asked')
    await counter.call('terminals.cancel', { hsn }, { sessionKey })
    counter.bank.release()
    expect(await charging).toMatchObject({
      ok: true,
      value: { status: 'failed', failure_code: 'insert_card' },
    })
    expect(counter.bank.asked).toHaveLength(1)
  })

  test('a decline is not the answer when the second attempt was voided for its unknown outcome', async () => {
    const begun = await sale({ script: 'taps_then_inserts' })
    const { counter, intent } = begun
    const { bank } = counter
    bank.hold()
    const charging = begun.charge()
    await until(() => bank.asked.length === 1, 'the processor is asked')
    await counter.change({ script: 'silent' })
    bank.release()
    await until(async () => (await counter.screen()) === 'waiting_for_card', 'the card is wanted again')
    bank.hold()
    await counter.change({ script: 'taps_then_inserts' })
    await until(() => bank.asked.length === 2, 'the processor is asked again')
    await voidAsRepairDoes(counter, intent)
    counter.clock.advance(151_000)
    bank.release()
    expect(refusalOf(await charging)).toMatchObject({
      code: 'authorization_voided',
      paymentIntent: { id: intent },
    })
  })

  test('a typed card is not requested again', async () => {
    const counter = await openCounter()
    await counter.plug({ script: 'approve', card: '4000000000050049', entry: 'manual' })
    const sessionKey = await counter.open()
    const body = { hsn, payment_intent_id: await counter.intent(1481) }
    const answer = await counter.call('terminals.auth_manual', body, { sessionKey })
    expect(answer).toMatchObject({ ok: true, value: { status: 'failed', failure_code: 'insert_card' } })
    expect(counter.bank.asked).toHaveLength(1)
  })
})
