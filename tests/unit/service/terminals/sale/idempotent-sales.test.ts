import { describe, expect, test, vi } from 'vitest'
import {
  type AuthorizationOutcome,
  decideFinishPayment,
} from '../../../../../src-service/authorize/decide-finish-payment.ts'
import { isSavedAnswer } from '../../../../../src-service/commit.ts'
import { writeOutcome } from '../../../../../src-service/intents/write-outcome.ts'
import { noDetails } from '../../../../../src-service/processor/decision.ts'
import type { Payment } from '../../../../../src-shared/api/schemas/payment.ts'
import { type Counter, codeOf, hsn, openCounter, refusalOf, until } from '../terminals-harness.ts'

const idempotency = { scope: 'a sale with key 1', fingerprint: 'its body', created_at: 0 }

async function sale(
  behaviour: Parameters<Counter['plug']>[0],
  name: 'terminals.auth_card' | 'terminals.auth_manual' = 'terminals.auth_card',
) {
  const counter = await openCounter()
  await counter.plug(behaviour)
  const sessionKey = await counter.open()
  const intent = await counter.intent()
  const authorize = (options = {}) =>
    counter.call(name, { hsn, payment_intent_id: intent }, { sessionKey, idempotency, ...options })
  return { counter, intent, authorize }
}

/** Returns the payment of a saved answer, and whether the answer was a repeat. */
function savedOf(result: Awaited<ReturnType<Awaited<ReturnType<typeof sale>>['authorize']>>) {
  if (!result.ok || !isSavedAnswer(result.value)) throw new Error(`not saved: ${JSON.stringify(result)}`)
  return { payment: JSON.parse(result.value.body) as Payment, replayed: result.value.replayed }
}

/** Section 8, and docs/terminals.md. */
describe('a sale with an idempotency key', () => {
  test.each([
    ['terminals.auth_card', 'approved', {}, 'captured'],
    ['terminals.auth_card', 'declined', { card: '4000000000000002' }, 'failed'],
    ['terminals.auth_manual', 'approved', {}, 'captured'],
    ['terminals.auth_manual', 'declined', { card: '4000000000000002' }, 'failed'],
  ] as const)(
    'a repeat of %s that was %s gets the answer without asking for a card',
    async (name, _, act, status) => {
      const { counter, intent, authorize } = await sale(act, name)
      const first = savedOf(await authorize())
      expect(first).toMatchObject({ payment: { status }, replayed: false })
      const again = savedOf(await authorize())
      expect(again).toEqual({ ...first, replayed: true })
      expect(counter.bank.asked).toHaveLength(1)
      expect(await counter.payments(intent)).toHaveLength(1)
    },
  )

  test('a repeat while the sale runs is refused as in progress, not as a busy terminal', async () => {
    const { counter, authorize } = await sale({})
    counter.bank.hold()
    const running = authorize()
    await until(() => counter.bank.asked.length === 1, 'the processor is asked')
    expect(codeOf(await authorize())).toBe('idempotency_in_progress')
    counter.bank.release()
    expect(savedOf(await running).replayed).toBe(false)
  })

  test('a sale that charged nothing gives its key back, so the customer can try again', async () => {
    const { counter, authorize } = await sale({ script: 'customer_cancels' })
    expect(codeOf(await authorize())).toBe('terminal_cancelled')
    await counter.change({ script: 'approve' })
    expect(savedOf(await authorize())).toMatchObject({ payment: { status: 'captured' }, replayed: false })
  })

  test('a sale with an idempotency key keeps its key after an invalid session: the POS connects and repeats', async () => {
    const { authorize } = await sale({})
    expect(codeOf(await authorize({ sessionKey: 'old' }))).toBe('terminal_session_invalid')
    expect(savedOf(await authorize()).payment.status).toBe('captured')
  })

  test('a sale whose answer could not be saved is answered, and not charged twice', async () => {
    const { counter, authorize } = await sale({})
    const { store } = counter.services
    const { commit } = store
    const full = vi.spyOn(store, 'commit').mockImplementation(async (set) => {
      if (set.idempotency?.op === 'save' && set.idempotency.status === 200)
        throw new Error('the disk is full')
      return commit(set)
    })
    expect(await authorize()).toMatchObject({ ok: true, value: { status: 'captured' } })
    full.mockRestore()
    // The key is bound to the payment, so a repeat is answered with the payment.
    expect(savedOf(await authorize())).toMatchObject({ payment: { status: 'captured' }, replayed: false })
    expect(savedOf(await authorize())).toMatchObject({ payment: { status: 'captured' }, replayed: true })
    expect(counter.bank.asked).toHaveLength(1)
  })
})

/** Does what the repair job does once the processor knows the outcome. */
const learn = async (counter: Counter, paymentId: string, outcome: AuthorizationOutcome) => {
  const target = { account_id: counter.merchant.account_id, id: paymentId }
  const written = await writeOutcome(counter.services, target, (attempt, context) =>
    decideFinishPayment(attempt, outcome, context),
  )
  expect(written.ok).toBe(true)
}
const answered = { ...noDetails, retrieval_reference: '100000000001', avs: null, cvv: null }
const approved = {
  outcome: 'approved',
  amount_authorized: 1000,
  auth_code: 'OK1234',
  response_code: '00',
  response_text: 'Approval',
  ...answered,
} as const
const declined = {
  outcome: 'declined',
  response_code: '05',
  response_text: 'Do not honor',
  category: 'do_not_honor',
  retryable: 'later',
  ...answered,
} as const

describe('a sale of unknown outcome that is repeated with its key', () => {
  async function unknown() {
    const { counter, intent, authorize } = await sale({ card: '4000000000050015' })
    const running = authorize()
    await until(() => counter.bank.asked.length === 1, 'the processor is asked')
    counter.clock.advance(31_000)
    expect(refusalOf(await running).code).toBe('terminal_timeout')
    const [payment] = await counter.payments(intent)
    if (payment === undefined) throw new Error('no payment was begun')
    return { counter, intent, authorize, payment }
  }

  test('while the outcome is unknown, a repeat gets this with its intent, and asks for no card', async () => {
    const { counter, authorize, payment } = await unknown()
    const again = refusalOf(await authorize())
    expect(again.code).toBe('terminal_timeout')
    expect(again.paymentIntent).toMatchObject({ status: 'processing', latest_payment: { id: payment.id } })
    expect(counter.bank.asked).toHaveLength(1)
  })

  test.each([
    ['approved', approved, 'captured'],
    ['declined', declined, 'failed'],
  ] as const)(
    'once the outcome is known to be %s, every repeat gets it in the same words, and charges nothing',
    async (_, outcome, status) => {
      const { counter, intent, authorize, payment } = await unknown()
      await learn(counter, payment.id, outcome)
      const again = savedOf(await authorize())
      expect(again).toMatchObject({ payment: { id: payment.id, status }, replayed: false })
      expect(savedOf(await authorize())).toEqual({ ...again, replayed: true })
      expect(counter.bank.asked).toHaveLength(1)
      expect(await counter.payments(intent)).toHaveLength(1)
    },
  )

  test('when the sale of unknown outcome was voided, a repeat gets this, and charges nothing', async () => {
    const { counter, authorize, payment } = await unknown()
    await learn(counter, payment.id, {
      outcome: 'failed',
      reason: 'outcome_unknown_voided',
      mayArrive: false,
    })
    expect(codeOf(await authorize())).toBe('authorization_voided')
    expect(codeOf(await authorize())).toBe('authorization_voided')
    expect(counter.bank.asked).toHaveLength(1)
  })
})
