import { describe, expect, test, vi } from 'vitest'
import { repairPass, startRepair } from '../../../../src-service/repair/repair-schedule.ts'
import { atCounter, paymentRef } from '../../../support/processor-references.ts'
import { createSteadyClock } from '../../../support/steady-clock.ts'
import { doNotHonor, silentCard, visa } from '../authorize/cards.ts'
import {
  abandon,
  codeOf,
  mustOf,
  openPaymentsHarness,
  type PaymentsHarness,
} from '../intents/payments-harness.ts'

/** An intent whose authorization was decided, but whose answer never arrived. */
const abandoned = async (harness: PaymentsHarness, card = {}, body = {}): Promise<string> => {
  const { id } = await harness.intent(body)
  const decided = new Promise<void>((resolve) => {
    harness.processor.authorize = async (request) => {
      await harness.sandbox.authorize(request)
      resolve()
      return new Promise(() => {})
    }
  })
  abandon(harness.pay(id, card))
  await decided
  delete harness.processor.authorize
  return id
}

describe('an authorization that was interrupted', () => {
  test.each([
    ['approved', visa, { capture: true }, 'captured'],
    ['approved', visa, { capture: false }, 'uncaptured'],
    ['declined', { ...visa, ...doNotHonor }, {}, 'created'],
  ])(
    'an authorization that was interrupted is found %s at the processor after a restart',
    async (_, card, body, status) => {
      const before = await openPaymentsHarness()
      const id = await abandoned(before, card, body)
      const harness = await before.restart()
      expect((await harness.read(id)).status).toBe('processing')
      await harness.repair()
      expect((await harness.read(id)).status).toBe(status)
      expect(await harness.payments(id)).toHaveLength(1)
    },
  )

  test('an authorization that was interrupted is found after a restart on a computer whose clock was set back by a day', async () => {
    const before = await openPaymentsHarness()
    before.clock.advance(24 * 3_600_000)
    const id = await abandoned(before)
    const harness = await before.restart(createSteadyClock())
    await harness.repair()
    expect((await harness.read(id)).status).toBe('captured')
  })

  test('an interrupted authorization is found after the clock was set back, once it has been known for the minimum age', async () => {
    const before = await openPaymentsHarness()
    before.clock.advance(24 * 3_600_000)
    const id = await abandoned(before)
    const harness = await before.restart(createSteadyClock())
    const memory = { lastAsked: new Map<string, number>(), firstSeen: new Map<string, number>() }
    await repairPass(harness.services, { minimumAge: 10_000, ...memory })
    expect((await harness.read(id)).status).toBe('processing')
    harness.clock.advance(10_000)
    await repairPass(harness.services, { minimumAge: 10_000, ...memory })
    expect((await harness.read(id)).status).toBe('captured')
  })

  test('an authorization interrupted an hour ago is asked about in the next pass when the first gets no answer', async () => {
    const before = await openPaymentsHarness()
    const id = await abandoned(before)
    const harness = await before.restart()
    harness.clock.advance(3_600_000)
    const memory = { lastAsked: new Map<string, number>(), firstSeen: new Map<string, number>() }
    harness.processor.inquire = async () => ({ outcome: 'unknown' })
    await repairPass(harness.services, { minimumAge: 10_000, ...memory })
    // Nothing is voided yet: the processor was asked only once.
    expect((await harness.read(id)).status).toBe('processing')
    delete harness.processor.inquire
    harness.clock.advance(5_000)
    await repairPass(harness.services, { minimumAge: 10_000, ...memory })
    expect((await harness.read(id)).status).toBe('captured')
  })

  test('an interrupted authorization fails when the processor has no record of it, and can never be charged later', async () => {
    const before = await openPaymentsHarness()
    const { id } = await before.intent()
    before.processor.authorize = () => new Promise(() => {})
    abandon(before.pay(id))
    await expect.poll(async () => (await before.read(id)).status).toBe('processing')
    const harness = await before.restart()
    await harness.repair()
    const intent = await harness.read(id)
    expect(intent).toMatchObject({
      status: 'created',
      latest_payment: { status: 'failed', failure_code: 'not_processed', decline_category: null },
    })
    // The delayed request arrives after all.
    const late = await harness.services.processor.authorize({
      ...paymentRef(intent.latest_payment?.id ?? ''),
      account_id: intent.account_id,
      amount: 1234,
      currency: 'USD',
      source: { kind: 'card', card: visa },
      card_present: true,
      ...atCounter,
      entry_mode: null,
      capture: true,
      auth_code: null,
    })
    expect(late.outcome).toBe('declined')
    expect(codeOf(await harness.pay(id))).toBe('ok')
  })

  test('an interrupted authorization stays processing when its void is refused, since it may just have arrived', async () => {
    const harness = await openPaymentsHarness()
    const { id } = await harness.intent()
    harness.processor.authorize = async () => ({ outcome: 'unknown' })
    const { payment } = mustOf(await harness.pay(id))
    harness.processor.inquire = async () => ({ outcome: 'not_found' })
    harness.processor.void = async () => ({ outcome: 'refused', reason: 'it is being authorized right now' })
    await harness.repair()
    expect((await harness.read(id)).status).toBe('processing')
    delete harness.processor.void
    await harness.repair()
    expect((await harness.read(id)).latest_payment).toMatchObject({ id: payment.id, status: 'failed' })
  })

  test('an interrupted authorization is left alone while this process still waits for its answer', async () => {
    const harness = await openPaymentsHarness()
    const id = await abandoned(harness)
    await harness.repair()
    expect((await harness.read(id)).status).toBe('processing')
  })

  test('a recent interrupted authorization is left alone, since another process may wait for its answer', async () => {
    const before = await openPaymentsHarness()
    const id = await abandoned(before)
    const harness = await before.restart()
    await harness.repair(10_000)
    expect((await harness.read(id)).status).toBe('processing')
    harness.clock.advance(10_000)
    await harness.repair(10_000)
    expect((await harness.read(id)).status).toBe('captured')
  })
})

describe('an outcome that the processor does not report', () => {
  test('an outcome that the processor does not report is approved after 30 seconds with the silent test card', async () => {
    const harness = await openPaymentsHarness()
    const { id } = await harness.intent()
    await harness.pay(id, silentCard)
    await harness.repair()
    expect((await harness.read(id)).status).toBe('processing')
    harness.clock.advance(30_000)
    await harness.repair()
    expect(await harness.read(id)).toMatchObject({ status: 'captured', amount_captured: 1234 })
  })

  test('an outcome that the processor does not report leads to three voids at most after ten minutes, then only to inquiries', async () => {
    const harness = await openPaymentsHarness()
    const { id } = await harness.intent()
    await harness.pay(id, silentCard)
    let voids = 0
    harness.processor.inquire = async () => ({ outcome: 'unknown' })
    harness.processor.void = async () => {
      voids += 1
      return { outcome: 'unknown' }
    }
    harness.clock.advance(9 * 60_000)
    await harness.repair()
    expect(voids).toBe(0)
    harness.clock.advance(60_000)
    for (let pass = 0; pass < 5; pass += 1) await harness.repair()
    expect(voids).toBe(3)
    expect((await harness.read(id)).status).toBe('processing')
    delete harness.processor.inquire
    await harness.repair()
    expect((await harness.read(id)).status).toBe('captured')
  })

  test('an outcome that the processor does not report fails the payment and opens the intent once the void is done', async () => {
    const harness = await openPaymentsHarness()
    const { id } = await harness.intent()
    await harness.pay(id, silentCard)
    harness.processor.inquire = async () => ({ outcome: 'unknown' })
    harness.clock.advance(10 * 60_000)
    await harness.repair()
    expect(await harness.read(id)).toMatchObject({
      status: 'created',
      amount_authorized: 0,
      latest_payment: { status: 'failed', failure_code: 'outcome_unknown_voided' },
    })
  })

  test('an unknown outcome is not recorded as approved when the service died after its void, before recording it', async () => {
    const harness = await openPaymentsHarness()
    const { id } = await harness.intent()
    const { payment } = mustOf(await harness.pay(id, silentCard))
    await harness.sandbox.void(paymentRef(payment.id))
    harness.clock.advance(60_000)
    await harness.repair()
    expect((await harness.read(id)).latest_payment).toMatchObject({ status: 'failed' })
  })
})

describe('an authorization that is never captured', () => {
  test('an authorization that is never captured is cancelled after 7 days and released at the processor', async () => {
    const harness = await openPaymentsHarness()
    const { id } = await harness.intent({ capture: false })
    const { payment } = mustOf(await harness.pay(id))
    harness.clock.advance(7 * 24 * 3_600_000 - 60_000)
    await harness.repair()
    expect((await harness.read(id)).status).toBe('uncaptured')
    harness.clock.advance(120_000)
    await harness.repair()
    expect(await harness.read(id)).toMatchObject({
      status: 'cancelled',
      cancellation_reason: 'authorization_expired',
      amount_voided: 1234,
      latest_payment: { status: 'cancelled' },
    })
    expect(await harness.services.processor.inquire(paymentRef(payment.id))).toEqual({ outcome: 'voided' })
  })
})

describe('an expired authorization whose void is refused', () => {
  test('the void of an expired authorization is retried more and more rarely until it succeeds', async () => {
    const harness = await openPaymentsHarness()
    const { id } = await harness.intent({ capture: false })
    mustOf(await harness.pay(id))
    const refuse = vi.fn(async () => ({ outcome: 'refused', reason: 'not now' }) as const)
    harness.processor.void = refuse
    harness.clock.advance(8 * 24 * 3_600_000)
    const options = {
      minimumAge: 10_000,
      lastAsked: new Map<string, number>(),
      firstSeen: new Map<string, number>(),
    }
    for (let count = 0; count < 10; count += 1) {
      await repairPass(harness.services, options)
      harness.clock.advance(5_000)
    }
    expect(refuse).toHaveBeenCalledTimes(1)
    delete harness.processor.void
    harness.clock.advance(24 * 3_600_000)
    await repairPass(harness.services, options)
    expect((await harness.read(id)).status).toBe('cancelled')
    await repairPass(harness.services, options)
    expect(options.lastAsked.size).toBe(0)
    expect(options.firstSeen.size).toBe(0)
  })
})

describe('a repair that could not be written', () => {
  test('a repair that could not be written is not logged, and is made by a later pass', async () => {
    const harness = await openPaymentsHarness()
    const { id } = await harness.intent()
    await harness.pay(id, silentCard)
    harness.clock.advance(30_000)
    const logged: string[] = []
    harness.services.log.info = (_: object, message: string) => void logged.push(message)
    const busy = vi.spyOn(harness.services.store, 'commit')
    busy.mockResolvedValue({ ok: false, error: { kind: 'version_conflict', resource: 'payment', id } })
    await harness.repair()
    expect(logged).toEqual([])
    busy.mockRestore()
    await harness.repair()
    expect(logged).toEqual(['repair.settled'])
  })

  test('a repair sends no void that it could not count first', async () => {
    const harness = await openPaymentsHarness()
    const { id } = await harness.intent()
    await harness.pay(id, silentCard)
    harness.processor.inquire = async () => ({ outcome: 'unknown' })
    const asked = vi.fn(harness.sandbox.void)
    harness.processor.void = asked
    harness.clock.advance(10 * 60_000)
    const busy = vi.spyOn(harness.services.store, 'commit')
    busy.mockResolvedValue({ ok: false, error: { kind: 'version_conflict', resource: 'payment', id } })
    await harness.repair()
    expect(asked).not.toHaveBeenCalled()
  })
})

describe('the schedule', () => {
  test('the schedule repairs at the start and again over time, and can be stopped', async () => {
    const before = await openPaymentsHarness()
    const cutOff = await abandoned(before)
    const silent = await before.intent()
    await before.pay(silent.id, silentCard)
    const harness = await before.restart()
    const stop = startRepair(harness.services)
    await expect.poll(async () => (await harness.read(cutOff)).status).toBe('captured')
    harness.clock.advance(60_000)
    await expect.poll(async () => (await harness.read(silent.id)).status).toBe('captured')
    await stop()
    const later = await harness.intent()
    await harness.pay(later.id, silentCard)
    harness.clock.advance(60_000)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect((await harness.read(later.id)).status).toBe('processing')
  })

  test('the schedule leaves a payment of a shared database alone for a minute, since another node may be waiting', async () => {
    const before = await openPaymentsHarness()
    const id = await abandoned(before)
    const harness = await before.restart()
    const shared = { ...harness.services, store: { ...harness.services.store, shared: true } }
    const asked = vi.fn(harness.sandbox.inquire)
    harness.processor.inquire = asked
    const stop = startRepair(shared)
    for (let passes = 0; passes < 11; passes += 1) {
      harness.clock.advance(5_000)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(asked).not.toHaveBeenCalled()
    harness.clock.advance(10_000)
    await expect.poll(async () => (await harness.read(id)).status).toBe('captured')
    await stop()
  })

  test.each([
    ['has no pending operation', {}],
    ['cannot be read', { pending_operation: { operation: 'authorize', since: 'yesterday' } }],
  ])('the schedule repairs the other payments when one payment %s', async (_, gateway_response) => {
    const harness = await openPaymentsHarness()
    const ids: string[] = []
    for (let count = 0; count < 3; count += 1) {
      const { id } = await harness.intent()
      await harness.pay(id, silentCard)
      ids.push(id)
    }
    harness.clock.advance(30_000)
    const { store } = harness.services
    const newest = (await harness.payments(ids[2] ?? ''))[0]
    const row = await store.get<object>('payment', harness.caller.accountId, newest?.id ?? '')
    if (row === null) throw new Error('no payment')
    const document = { ...row.document, gateway_response }
    const broken = { ...row, version: row.version + 1, document }
    await store.commit({ writes: [{ op: 'update', kind: 'payment', row: broken }] })
    await harness.repair()
    const statuses = await Promise.all(ids.map(async (id) => (await harness.read(id)).status))
    expect(statuses).toEqual(['captured', 'captured', 'processing'])
  })
})

describe('a processor that never answers', () => {
  test('a processor that never answers blocks neither the payment nor the repair job for more than 30 seconds', async () => {
    const harness = await openPaymentsHarness()
    const { id } = await harness.intent()
    const asked = new Promise<void>((resolve) => {
      harness.processor.authorize = async (request) => {
        await harness.sandbox.authorize(request)
        resolve()
        return new Promise(() => {})
      }
    })
    const paying = harness.pay(id)
    await asked
    harness.clock.advance(30_000)
    expect(mustOf(await paying).payment.status).toBe('processing')
    const inquired = new Promise<void>((resolve) => {
      harness.processor.inquire = () => {
        resolve()
        return new Promise(() => {})
      }
    })
    const pass = harness.repair()
    await inquired
    harness.clock.advance(30_000)
    await pass
    delete harness.processor.inquire
    await harness.repair()
    expect((await harness.read(id)).status).toBe('captured')
  })
})
