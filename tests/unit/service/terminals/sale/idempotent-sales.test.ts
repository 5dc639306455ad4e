import { describe, expect, test, vi } from 'vitest'
import { isSavedAnswer } from '../../../../../src-service/commit.ts'
import type { Payment } from '../../../../../src-shared/api/schemas/payment.ts'
import { type Counter, codeOf, hsn, openCounter, until } from '../terminals-harness.ts'

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

/** The payment of a saved answer, and whether it was repeated. */
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
  ] as const)('%s that was %s is answered again without asking for a card', async (name, _, act, status) => {
    const { counter, intent, authorize } = await sale(act, name)
    const first = savedOf(await authorize())
    expect(first).toMatchObject({ payment: { status }, replayed: false })
    const again = savedOf(await authorize())
    expect(again).toEqual({ ...first, replayed: true })
    expect(counter.bank.asked).toHaveLength(1)
    expect(await counter.payments(intent)).toHaveLength(1)
  })

  test('a sale with an idempotency key that still runs is refused as running, not as a busy terminal', async () => {
    const { counter, authorize } = await sale({})
    counter.bank.hold()
    const running = authorize()
    await until(() => counter.bank.asked.length === 1, 'the processor is asked')
    expect(codeOf(await authorize())).toBe('idempotency_in_progress')
    counter.bank.release()
    expect(savedOf(await running).replayed).toBe(false)
  })

  test('a sale that charged nothing gives its key back: the customer may try again', async () => {
    const { counter, authorize } = await sale({ script: 'customer_cancels' })
    expect(codeOf(await authorize())).toBe('terminal_cancelled')
    await counter.change({ script: 'approve' })
    expect(savedOf(await authorize())).toMatchObject({ payment: { status: 'captured' }, replayed: false })
  })

  test('a sale with an idempotency key keeps its key when the session was invalid: the POS connects and repeats', async () => {
    const { authorize } = await sale({})
    expect(codeOf(await authorize({ sessionKey: 'old' }))).toBe('terminal_session_invalid')
    expect(savedOf(await authorize()).payment.status).toBe('captured')
  })

  test('a sale with an idempotency key is answered although its answer could not be saved, and is not charged twice', async () => {
    const { counter, authorize } = await sale({})
    const { store } = counter.services
    const { commit } = store
    const full = vi.spyOn(store, 'commit').mockImplementation(async (set) => {
      if (set.idempotency?.op === 'save') throw new Error('the disk is full')
      return commit(set)
    })
    expect(await authorize()).toMatchObject({ ok: true, value: { status: 'captured' } })
    full.mockRestore()
    expect(codeOf(await authorize())).toBe('idempotency_in_progress')
    counter.clock.advance(10_000)
    await expect.poll(async () => codeOf(await authorize())).toBe('idempotency_answer_lost')
    expect(counter.bank.asked).toHaveLength(1)
  })
})
