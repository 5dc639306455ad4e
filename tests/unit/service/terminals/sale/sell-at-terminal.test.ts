import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createInFlight } from '../../../../../src-service/idempotency/in-flight.ts'
import { type HarshBooks, openHarshBooks } from '../../../../../src-service/processor/harsh/books.ts'
import { createHarshProcessor } from '../../../../../src-service/processor/harsh/harsh-processor.ts'
import type { Trouble } from '../../../../../src-service/processor/harsh/trouble.ts'
import { withTerminals } from '../../../../../src-service/processor/harsh/with-terminals.ts'
import { lookAtQuarantine } from '../../../../../src-service/repair/quarantine.ts'
import { repairPass } from '../../../../../src-service/repair/repair-schedule.ts'
import type { Services } from '../../../../../src-service/services.ts'
import type { Payment } from '../../../../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../../../../src-shared/api/schemas/payment-intent.ts'
import type { Behaviour } from '../../../../../src-terminal/scripts/behaviour.ts'
import { chargesOf } from '../../../../support/harsh-bank.ts'
import { type Counter, hsn, openCounter, refusalOf, until } from '../terminals-harness.ts'

const minutes = 60_000

/** The trouble of the next authorization. */
let trouble: Trouble = { kind: 'none' }
let books: HarshBooks
beforeEach(() => {
  trouble = { kind: 'none' }
  books = openHarshBooks(':memory:')
  onTestFinished(() => books.close())
})

/** A counter whose bank has terminals that read a card and authorize it in one call. */
async function sale(behaviour: Behaviour, { amount = 1481, fields = {} } = {}) {
  const counter = await openCounter({}, (clock, terminals) =>
    withTerminals(
      createHarshProcessor({
        clock,
        books,
        latencyMs: 0,
        trouble: (question) => (question === 'authorize' ? trouble : { kind: 'none' }),
      }),
      terminals,
    ),
  )
  await counter.plug(behaviour)
  const sessionKey = await counter.open()
  const intent = await counter.intent(amount)
  const body = { hsn, payment_intent_id: intent, ...fields }
  const charge = () => counter.call('terminals.auth_card', body, { sessionKey })
  return { counter, sessionKey, intent, charge }
}
type Sale = Awaited<ReturnType<typeof sale>>

const paymentOf = async ({ charge }: Sale): Promise<Payment> => {
  const answer = await charge()
  if (!answer.ok) throw new Error(answer.error.message)
  return answer.value as Payment
}
const attempts = async ({ counter, intent }: Sale) =>
  [...(await counter.payments(intent))].sort((one, other) => one.id.localeCompare(other.id))
const statusOf = async ({ counter, intent }: Sale) => (await counter.readIntent(intent)).status
async function patch({ counter, intent }: Sale, change: Partial<PaymentIntent>): Promise<void> {
  const row = await counter.services.store.find<PaymentIntent>('payment_intent', intent)
  if (row === null) throw new Error('no intent')
  const patched = { ...row, version: row.version + 1, document: { ...row.document, ...change } }
  await counter.services.store.commit({ writes: [{ op: 'update', kind: 'payment_intent', row: patched }] })
}
const shows = (counter: Counter, screen: string) =>
  until(async () => (await counter.screen()) === screen, screen)

/** Advances the clock by `ms` and runs the repair job. */
async function later({ counter }: Sale, ms: number): Promise<void> {
  counter.clock.advance(ms)
  await repairPass(counter.services, { minimumAge: 0, lastAsked: new Map(), firstSeen: new Map() })
  await lookAtQuarantine(counter.services)
}

describe('a terminal that authorizes by itself', () => {
  test('a sale at a terminal that authorizes is approved with the card, its chip, a signature and a receipt', async () => {
    const begun = await sale({ script: 'approve' }, { fields: { print_receipt: true, bin: true } })
    const payment = await paymentOf(begun)
    expect(payment).toMatchObject({
      status: 'captured',
      amount_captured: 1481,
      entry_mode: 'EMVContact',
      card_present: true,
      payment_method: { status: 'used', card: { last_four_digits: '1111', brand: 'Visa' } },
      terminal_details: { hsn, entry_mode: 'EMVContact', receipt_data: { dba: 'Training Store' } },
      gateway_response: { hsn, bin: { first_six_digits: '411111', brand: 'Visa', funding: 'credit' } },
    })
    expect(JSON.parse(payment.emv_tag_data ?? '')).toMatchObject({ ARC: '00', 'Network Label': 'Visa' })
    expect(payment.signature).not.toBeNull()
    expect(payment.gateway_response.pending_operation).toBeUndefined()
    expect(JSON.stringify(payment)).not.toContain('4111111111111111')
    expect(await begun.counter.printed()).toHaveLength(1)
    const method = await begun.counter.services.store.get(
      'payment_method',
      payment.account_id,
      payment.payment_method_id ?? '',
    )
    expect(method?.document).toEqual(payment.payment_method)
    expect(chargesOf(books).map(({ captured }) => captured)).toEqual([1481])
  })

  test('a sale is journaled with its order before the customer is asked for the card', async () => {
    const begun = await sale({ script: 'silent' })
    const charging = begun.charge()
    await shows(begun.counter, 'confirm_amount')
    expect(await statusOf(begun)).toBe('processing')
    const [payment] = await attempts(begun)
    expect(payment?.gateway_response).toMatchObject({ hsn, order_id: expect.stringMatching(/^[A-Z]{19}$/) })
    await begun.counter.must('terminals.cancel', { hsn }, { sessionKey: begun.sessionKey })
    await charging
  })

  test('a declined card leaves the intent open, and another card pays it under another order', async () => {
    const begun = await sale({ script: 'decline' })
    expect(await paymentOf(begun)).toMatchObject({
      status: 'failed',
      failure_code: 'do_not_honor',
      payment_method: { card: { last_four_digits: '0002' } },
    })
    expect(await statusOf(begun)).toBe('created')
    await begun.counter.change({ script: 'approve' })
    expect((await paymentOf(begun)).status).toBe('captured')
    const orders = (await attempts(begun)).map(({ gateway_response }) => gateway_response.order_id)
    expect(new Set(orders).size).toBe(2)
    expect(orders.map((order) => books.timesSent(String(order)))).toEqual([1, 1])
  })

  test('a soft decline asks for the same card by its chip, and the sale is paid once', async () => {
    const begun = await sale({ script: 'taps_then_inserts' })
    expect(await paymentOf(begun)).toMatchObject({ status: 'captured', entry_mode: 'EMVContact' })
    expect((await attempts(begun)).map(({ status, entry_mode }) => [status, entry_mode])).toEqual([
      ['failed', 'Contactless'],
      ['captured', 'EMVContact'],
    ])
  })

  test('a partial approval returns the authorized amount', async () => {
    const payment = await paymentOf(await sale({ script: 'partial' }, { amount: 600_000 }))
    expect(payment).toMatchObject({ status: 'captured', amount: 600_000, amount_authorized: 500_000 })
  })

  test('a tip that the customer chose at the terminal is part of the charged amount', async () => {
    const begun = await sale({ script: 'tip_20' })
    const { counter, sessionKey } = begun
    const chosen = await counter.must(
      'terminals.tip',
      { hsn, amount: 1481, tip_percent_presets: [15, 20] } as never,
      { sessionKey },
    )
    const total = Number((chosen as { total: string }).total)
    expect(total).toBeGreaterThan(1481)
    await patch(begun, { amount: total })
    expect((await paymentOf(begun)).amount_captured).toBe(total)
    expect(chargesOf(books).map(({ captured }) => captured)).toEqual([total])
  })

  test('a card that is typed at the terminal is also charged there', async () => {
    const { counter, sessionKey, intent } = await sale({ script: 'approve' })
    const body = { hsn, payment_intent_id: intent }
    expect(await counter.must('terminals.auth_manual', body as never, { sessionKey })).toMatchObject({
      status: 'captured',
      entry_mode: 'keyed',
    })
  })
})

describe('a terminal that authorizes by itself, and proves that it sent nothing', () => {
  test('a customer who cancels is not charged, and the intent is open at once', async () => {
    const begun = await sale({ script: 'customer_cancels' })
    const refusal = refusalOf(await begun.charge())
    expect([refusal.code, refusal.paymentIntent]).toEqual(['terminal_cancelled', undefined])
    expect(await statusOf(begun)).toBe('created')
    const [payment] = await attempts(begun)
    expect(payment).toMatchObject({ status: 'failed', failure_code: 'not_sent', payment_method: null })
    expect(books.all()).toEqual([])
  })

  test("a cancel by the POS is a request, and the sale's reply states that nothing was charged", async () => {
    const begun = await sale({ script: 'silent' })
    const { counter, sessionKey } = begun
    const charging = begun.charge()
    await shows(counter, 'confirm_amount')
    expect(await counter.must('terminals.cancel', { hsn }, { sessionKey })).toEqual({ cancelled: true })
    expect(refusalOf(await charging)).toMatchObject({ code: 'terminal_cancelled' })
    expect(await statusOf(begun)).toBe('created')
  })

  test('a terminal without any input ends its prompt before the transaction times out', async () => {
    const begun = await sale({ script: 'silent' })
    const charging = begun.charge()
    await shows(begun.counter, 'confirm_amount')
    await begun.counter.advance(120)
    const refusal = refusalOf(await charging)
    expect([refusal.code, refusal.paymentIntent]).toEqual(['terminal_timeout', undefined])
    expect(await statusOf(begun)).toBe('created')
  })
})

describe('a terminal that authorizes by itself, and whose answer is lost', () => {
  const unknownSale = async (befalls: Trouble) => {
    trouble = befalls
    const begun = await sale({ script: 'approve' })
    const refusal = refusalOf(await begun.charge())
    expect([refusal.code, refusal.paymentIntent?.status]).toEqual(['terminal_timeout', 'processing'])
    trouble = { kind: 'none' }
    return begun
  }

  test('a sale without an answer is never a decline: the inquiry by its order finds it, with the card', async () => {
    const begun = await unknownSale({ kind: 'answer_lost' })
    await later(begun, 20_000)
    expect(await statusOf(begun)).toBe('captured')
    const [payment] = await attempts(begun)
    expect(payment).toMatchObject({
      entry_mode: 'EMVContact',
      payment_method: { card: { last_four_digits: '1111' } },
      terminal_details: { receipt_data: { dba: 'Training Store', name_on_card: expect.any(String) } },
    })
    expect(chargesOf(books)).toHaveLength(1)
  })

  test('an approval that arrives two and a half minutes late is found within the terminal’s window', async () => {
    const begun = await unknownSale({ kind: 'late', afterMs: 152_000 })
    await later(begun, 100_000)
    expect(await statusOf(begun)).toBe('processing')
    await later(begun, 60_000)
    expect(await statusOf(begun)).toBe('captured')
  })

  test('an approval that arrives after the payment was given up is found in quarantine and voided', async () => {
    const begun = await unknownSale({ kind: 'late', afterMs: 400_000 })
    await later(begun, 301_000)
    expect(await statusOf(begun)).toBe('created')
    await later(begun, 5 * minutes + 1_000)
    const [payment] = await attempts(begun)
    expect(payment?.gateway_response.late_authorizations).toMatchObject([
      { amount: 1481, taken_back_at: expect.any(String) },
    ])
    expect(chargesOf(books)).toEqual([])
    expect(await statusOf(begun)).toBe('created')
  })

  test('an order that was approved twice keeps one approval, and the other is voided', async () => {
    const begun = await unknownSale({ kind: 'duplicated' })
    await later(begun, 20_000)
    await later(begun, 1_000)
    expect(await statusOf(begun)).toBe('captured')
    expect(chargesOf(books)).toHaveLength(1)
  })

  test('when a terminal stops answering at the prompt, the outcome is unknown until its window is over', async () => {
    const begun = await sale({ script: 'reboots' })
    const refusal = refusalOf(await begun.charge())
    expect([refusal.code, refusal.paymentIntent?.status]).toEqual(['terminal_timeout', 'processing'])
    await later(begun, 200_000)
    expect(await statusOf(begun)).toBe('processing')
    await later(begun, 101_000)
    expect(await statusOf(begun)).toBe('created')
    expect(chargesOf(books)).toEqual([])
  })

  test('a link lost after the card was sent loses the signature, not the sale', async () => {
    const begun = await sale({ script: 'drops_link' })
    expect(await paymentOf(begun)).toMatchObject({ status: 'captured', signature: null })
    expect(chargesOf(books)).toHaveLength(1)
  })

  test('a service that died while the terminal waited for the card finds from its journal that nothing was charged', async () => {
    const begun = await sale({ script: 'silent' })
    const charging = begun.charge()
    await shows(begun.counter, 'confirm_amount')
    const counter = await begun.counter.restart()
    const refusal = refusalOf(await charging)
    expect([refusal.code, refusal.paymentIntent?.status]).toEqual(['terminal_timeout', 'processing'])
    await later({ ...begun, counter }, 200_000)
    expect((await counter.readIntent(begun.intent)).status).toBe('processing')
    await later({ ...begun, counter }, 101_000)
    expect((await counter.readIntent(begun.intent)).status).toBe('created')
    expect(chargesOf(books)).toEqual([])
  })

  test('a service that died after a sale without an answer finds the outcome from its journal', async () => {
    trouble = { kind: 'late', afterMs: 33_000 }
    const begun = await sale({ script: 'approve' })
    refusalOf(await begun.charge())
    const counter = await begun.counter.restart()
    await later({ ...begun, counter }, 40_000)
    expect((await counter.readIntent(begun.intent)).status).toBe('captured')
    expect((await counter.payments(begun.intent))[0]?.payment_method?.card?.last_four_digits).toBe('1111')
  })
})

test("a terminal's approval that is written after another node has voided the sale does not count", async () => {
  const begun = await sale({ script: 'approve' })
  await patch(begun, { capture: false })
  const { services, clock } = begun.counter
  const { store, processor } = services
  const { commit } = store
  let voids = 0
  /** A node whose inquiries get no answer, and that loses the answer to its void. */
  const other: Services = {
    ...services,
    store: { ...store },
    inFlight: createInFlight(),
    processor: {
      ...processor,
      inquire: async () => ({ outcome: 'unknown' }),
      async void(...asked) {
        voids += 1
        await processor.void(...asked)
        return { outcome: 'unknown' }
      },
    },
  }
  store.commit = async (set) => {
    if (!set.writes.some(({ op, kind }) => op === 'update' && kind === 'payment')) return commit(set)
    store.commit = commit
    const [payment] = await attempts(begun)
    const firstSeen = new Map([[payment?.id ?? '', clock.verified()]])
    clock.advance(11 * minutes)
    await repairPass(other, { minimumAge: 0, lastAsked: new Map(), firstSeen })
    return commit(set)
  }
  const refusal = refusalOf(await begun.charge())
  expect([refusal.code, refusal.paymentIntent?.status]).toEqual(['terminal_timeout', 'processing'])
  const [payment] = await attempts(begun)
  await until(() => services.inFlight.take(payment?.id ?? ''), 'the sale is over')
  services.inFlight.release(payment?.id ?? '')
  expect(voids).toBe(1)
  expect(chargesOf(books)).toEqual([])
  expect(await statusOf(begun)).toBe('processing')
  await later(begun, 1_000)
  expect(await statusOf(begun)).toBe('created')
})

test('the key of a sale that sent nothing is refused again, without asking for a card', async () => {
  const begun = await sale({ script: 'customer_cancels' })
  const { counter, sessionKey, intent } = begun
  const idempotency = { scope: 'a sale with key 1', fingerprint: 'its body', created_at: 0 }
  const body = { hsn, payment_intent_id: intent }
  const repeat = () => counter.call('terminals.auth_card', body, { sessionKey, idempotency })
  expect(refusalOf(await repeat()).code).toBe('terminal_cancelled')
  await counter.change({ script: 'approve' })
  expect(refusalOf(await repeat())).toMatchObject({
    code: 'terminal_cancelled',
    message: expect.stringContaining('another key'),
  })
  expect(await attempts(begun)).toHaveLength(1)
  expect(books.all()).toEqual([])
})
