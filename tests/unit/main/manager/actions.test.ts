import { readFile, writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ManagerOptions } from '../../../../src-main/manager/manager-service.ts'
import { must } from '../../../support/must.ts'
import {
  hsn,
  losing,
  type ManagerHarness,
  pay,
  payAfterDecline,
  startManagerHarness,
} from '../support/manager.ts'
import { startTestService, type TestService, until } from '../support/service.ts'

let service: TestService
const harnesses: ManagerHarness[] = []
beforeEach(async () => {
  service = await startTestService()
  await service.plug({ hsn })
})
afterEach(async () => {
  for (const harness of harnesses.splice(0)) await harness.stop()
  await service.stop()
})

async function open(options: Parameters<typeof startManagerHarness>[1] = {}): Promise<ManagerHarness> {
  const harness = await startManagerHarness(service, options)
  harnesses.push(harness)
  return harness
}

type Asked = Parameters<ManagerHarness['act']>[0]
const begin = async (harness: ManagerHarness, asked: Asked): Promise<string> =>
  (await must(harness.act(asked))).action_id
const refundOf = (
  { id, payment_intent_id }: { id: string; payment_intent_id: string },
  amount: number | null = null,
): Asked => ({ kind: 'refund', intent_id: payment_intent_id, payment_id: id, amount })
const onIntent = (
  kind: Asked['kind'],
  { payment_intent_id }: { payment_intent_id: string },
  amount: number | null = null,
): Asked => ({ kind, intent_id: payment_intent_id, payment_id: null, amount })

const intentNow = async (id: string) => must(service.client.call('payment_intents.get', { params: { id } }))
const refundsNow = async (id: string) =>
  (await must(service.client.call('payments.list_refunds', { params: { id }, query: {} }))).data

const refundCalls = (harness: ManagerHarness) =>
  harness.sent.filter((request) => /^POST .*\/refunds$/.test(request))
const claiming = (intentId: string) =>
  ({
    counter: () => ({ sale: { claims: (id: string) => id === intentId }, isReturning: () => false }),
  }) as unknown as Partial<ManagerOptions>

const plain = { void_only: false, given_back: null, look_only: false }

describe('actions of a manager', () => {
  test('a manager refunds a part, then the rest, each with a credit receipt', async () => {
    const harness = await open()
    const payment = await pay(service, 5000)
    const part = await harness.end(await begin(harness, refundOf(payment, 1500)))
    expect(part).toMatchObject({ state: 'done', amount: 1500, kind: 'refund' })
    const receipt = JSON.stringify(part.receipt)
    expect(receipt).toContain('CREDIT')
    expect(receipt).toContain('-$15.00')
    expect(receipt).toContain('**** 1111')
    expect(receipt).not.toMatch(/\d{12,}1111/)
    const rest = await harness.end(await begin(harness, refundOf(payment)))
    expect(rest).toMatchObject({ state: 'done', amount: 3500 })
    expect((await intentNow(payment.payment_intent_id)).amount_refunded).toBe(5000)
  })

  test('a manager voids a payment of the same day, with a receipt that shows VOID', async () => {
    const harness = await open()
    const payment = await pay(service, 4100)
    const done = await harness.end(await begin(harness, onIntent('void', payment)))
    expect(done).toMatchObject({ state: 'done', amount: 4100, payment_id: payment.id })
    expect(JSON.stringify(done.receipt)).toContain('VOID')
    expect(await intentNow(payment.payment_intent_id)).toMatchObject({ status: 'cancelled' })
  })

  test('a manager captures an authorized payment, or a part of it', async () => {
    const harness = await open()
    const payment = await pay(service, 4200, { capture: false })
    const done = await harness.end(await begin(harness, onIntent('capture', payment, 4000)))
    expect(done).toMatchObject({ state: 'done', amount: 4000, receipt: null })
    expect(await intentNow(payment.payment_intent_id)).toMatchObject({
      status: 'captured',
      amount_captured: 4000,
    })
  })

  test('a manager cancels an authorized payment, and an unpaid intent', async () => {
    const harness = await open()
    const held = await pay(service, 4300, { capture: false })
    expect(await harness.end(await begin(harness, onIntent('cancel', held)))).toMatchObject({
      state: 'done',
      amount: 4300,
    })
    const unpaid = await must(service.client.call('payment_intents.create', { body: { amount: 900 } }))
    const asked = onIntent('cancel', { payment_intent_id: unpaid.id })
    expect(await harness.end(await begin(harness, asked))).toMatchObject({ state: 'done', payment_id: null })
    expect((await intentNow(unpaid.id)).status).toBe('cancelled')
  })

  test('an impossible action is refused before anything is sent', async () => {
    const harness = await open()
    const payment = await pay(service, 2000)
    const other = await pay(service, 2000)
    const { declined, paid: afterDecline } = await payAfterDecline(service, 2000)
    const withTip = await pay(service, 2000, { capture: false, tip_amount: 300 })
    const wrong: readonly (readonly [Asked, string])[] = [
      [refundOf(payment, 2001), 'not_now'],
      [{ ...refundOf(payment), payment_id: null }, 'payload_invalid'],
      [{ ...refundOf(payment), payment_id: other.id }, 'not_found'],
      [onIntent('capture', payment), 'not_now'],
      [onIntent('capture', withTip, 299), 'not_now'],
      [onIntent('cancel', payment), 'not_now'],
      [{ ...onIntent('void', afterDecline), payment_id: declined.id }, 'not_now'],
      [onIntent('void', { payment_intent_id: 'pi_nobody_knows' }), 'not_found'],
    ]
    for (const [asked, code] of wrong) {
      expect(await harness.act(asked)).toMatchObject({ ok: false, error: { code } })
    }
    expect(harness.status().actions).toEqual([])
    expect(harness.sent.every((request) => request.startsWith('GET '))).toBe(true)
  })

  test('a double click on refund makes one refund', async () => {
    const harness = await open()
    const payment = await pay(service, 5000)
    const asked = refundOf(payment, 1000)
    const ids = await Promise.all([begin(harness, asked), begin(harness, asked)])
    expect(new Set(ids).size).toBe(1)
    await harness.end(ids[0] ?? '')
    expect(await begin(harness, asked)).toBe(ids[0])
    expect(await refundsNow(payment.id)).toHaveLength(1)
  })

  test('only one action at a time is possible on an intent', async () => {
    const harness = await open({ fate: losing(/\/refunds$/, 'never_arrives', 1) })
    const payment = await pay(service, 5000)
    const first = await begin(harness, refundOf(payment, 1000))
    expect(await harness.act(refundOf(payment, 500))).toMatchObject({ ok: false, error: { code: 'not_now' } })
    const of = { intent_id: payment.payment_intent_id, payment_id: payment.id }
    expect(await harness.paymentNow(of)).toMatchObject({ ok: false, error: { code: 'not_now' } })
    await harness.end(first)
    await harness.end(await begin(harness, refundOf(payment, 500)))
    expect((await intentNow(payment.payment_intent_id)).amount_refunded).toBe(1500)
  })

  test('a manager’s refund and a return at the counter that begin at once refund the payment once', async () => {
    const harness = await open({ fate: losing(/\/refunds$/, 'lost', 1) })
    const payment = await pay(service, 5000)
    const { id: payment_id, payment_intent_id: intent_id } = payment
    const returned = { id: 'act_ret_1-1-1', intent_id, payment_id, amount: 1000, whole: false, ...plain }
    const given = Promise.all([harness.giveBack(returned), harness.giveBack(returned)])
    expect(await harness.act(refundOf(payment, 1000))).toMatchObject({
      ok: false,
      error: { code: 'not_now' },
    })
    expect((await given)[0]).toMatchObject({ end: 'done', how: 'refund' })
    const begun = harness.act(refundOf(payment, 1000))
    expect(await harness.giveBack({ ...returned, id: 'act_ret_2-1-1' })).toMatchObject({ end: 'refused' })
    await harness.end((await must(begun)).action_id)
    expect((await refundsNow(payment.id)).map(({ amount }) => amount)).toEqual([1000, 1000])
  })

  test('a payment that the counter claims for an open sale or bill cannot be changed', async () => {
    const payment = await pay(service, 5000)
    const harness = await open(claiming(payment.payment_intent_id))
    for (const asked of [refundOf(payment), onIntent('void', payment)]) {
      expect(await harness.act(asked)).toMatchObject({ ok: false, error: { code: 'not_now' } })
    }
  })

  test('a payment that a return at the counter still has to refund cannot be changed', async () => {
    const payment = await pay(service, 5000)
    const isReturning = (id: string) => id === payment.payment_intent_id
    const counter = () => ({ sale: { claims: () => false }, isReturning })
    const harness = await open({ counter } as unknown as Partial<ManagerOptions>)
    expect(await harness.act(refundOf(payment))).toMatchObject({ ok: false, error: { code: 'not_now' } })
    const { id: payment_id, payment_intent_id: intent_id } = payment
    const returned = {
      id: 'act_ret_1-1-1',
      intent_id,
      payment_id,
      amount: 5000,
      whole: true,
      ...plain,
      void_only: true,
    }
    expect(await harness.giveBack(returned)).toMatchObject({ end: 'done', how: 'void' })
  })

  test('a payment that may only be voided is voided or left, and never refunded without approval', async () => {
    const harness = await open()
    const { id: payment_id, payment_intent_id: intent_id } = await pay(service, 5000)
    const body = { amount: 100 }
    await must(
      service.client.call('refunds.create', {
        params: { id: payment_id },
        body,
        idempotencyKey: 'another-counter-1',
      }),
    )
    const returned = {
      id: 'act_ret_1-1-1',
      intent_id,
      payment_id,
      amount: 4900,
      whole: true,
      ...plain,
    }
    expect(await harness.giveBack({ ...returned, void_only: true })).toMatchObject({ end: 'refused' })
    expect(refundCalls(harness)).toEqual([])
    expect(await harness.giveBack({ ...returned, void_only: false })).toMatchObject({ how: 'refund' })
  })

  test('a return whose payment cannot be looked up refunds nothing, and the reason is in the counter’s language', async () => {
    const harness = await open({ fate: losing(/^GET /, 'lost', 10) })
    const { id: payment_id, payment_intent_id: intent_id } = await pay(service, 5000)
    const returned = { id: 'act_ret_1-1-1', intent_id, payment_id, amount: 1000, whole: false, ...plain }
    expect(await harness.giveBack(returned)).toEqual({ end: 'refused', how: null, detail: 'service_away' })
    expect(refundCalls(harness)).toEqual([])
  })

  test('a manager can permanently dismiss only actions that have ended', async () => {
    const harness = await open({ fate: losing(/POST .*\/refunds$/, 'never_arrives', 1) })
    const payment = await pay(service, 5000)
    const id = await begin(harness, refundOf(payment, 1000))
    expect(await harness.dismiss({ action_id: id })).toMatchObject({ ok: false, error: { code: 'not_now' } })
    await harness.end(id)
    const kept = await open({ journal: harness.journal })
    expect(kept.status().actions).toHaveLength(1)
    await must(kept.dismiss({ action_id: id }))
    expect(kept.status().actions).toEqual([])
    expect(await kept.dismiss({ action_id: id })).toMatchObject({ error: { code: 'not_found' } })
    await kept.stop()
    expect((await open({ journal: harness.journal })).status().actions).toEqual([])
  })
})

describe('an action without an answer', () => {
  test('a completed action without an answer is found, and not carried out again', async () => {
    const cases = [
      ['refund', /POST .*\/refunds$/],
      ['void', /\/cancel$/],
    ] as const
    for (const [kind, path] of cases) {
      const payment = await pay(service, 5000)
      const harness = await open({ fate: losing(path, 'lost', 1) })
      const wanted = kind === 'refund' ? refundOf(payment, 700) : onIntent(kind, payment)
      expect(await harness.end(await begin(harness, wanted))).toMatchObject({ state: 'done' })
      // A refund is sent again with its key, since the refund of another counter would look the same.
      expect(harness.sent.filter((asked) => path.test(asked))).toHaveLength(kind === 'refund' ? 2 : 1)
      if (kind === 'refund') expect(await refundsNow(payment.id)).toHaveLength(1)
    }
    const held = await pay(service, 5000, { capture: false })
    const harness = await open({ fate: losing(/\/capture$/, 'lost') })
    expect(await harness.end(await begin(harness, onIntent('capture', held)))).toMatchObject({
      state: 'done',
    })
  })

  test('a request that never arrived is sent again with the same key', async () => {
    const harness = await open({ fate: losing(/POST .*\/refunds$/, 'never_arrives', 2) })
    const payment = await pay(service, 5000)
    const ended = await harness.end(await begin(harness, refundOf(payment, 700)))
    expect(ended).toMatchObject({ state: 'done', amount: 700 })
    expect(refundCalls(harness)).toHaveLength(3)
    expect(await refundsNow(payment.id)).toHaveLength(1)
  })

  test('a refusal of an action that did happen is looked up', async () => {
    const held = await pay(service, 5000, { capture: false })
    const params = { id: held.payment_intent_id }
    // As when a busy service could not store what the processor did, and released the key.
    const call = service.client.call as unknown as (name: string, input: object) => Promise<unknown>
    const refusing = {
      async call(name: string, input: object) {
        if (name === 'payment_intents.capture') {
          await must(service.client.call('payment_intents.capture', { params, body: { amount: 4000 } }))
        }
        return call(name, input)
      },
    } as unknown as typeof service.client
    const harness = await open({ client: () => refusing })
    expect(await harness.end(await begin(harness, onIntent('capture', held, 4000)))).toMatchObject({
      state: 'done',
    })
  })

  test('a repeated request that is refused since the first one succeeded is looked up', async () => {
    const held = await pay(service, 5000, { capture: false })
    const params = { id: held.payment_intent_id }
    let captures = 0
    const call = service.client.call as unknown as (name: string, input: object) => Promise<unknown>
    const late = {
      async call(name: string, input: object) {
        if (name !== 'payment_intents.capture') return call(name, input)
        captures += 1
        if (captures === 1) return { ok: false, error: { kind: 'no_answer', reason: 'lost by a test' } }
        // The first request was delayed, and arrives before its repeat.
        await must(service.client.call('payment_intents.capture', { params, body: { amount: 4000 } }))
        return call(name, input)
      },
    } as unknown as typeof service.client
    const harness = await open({ client: () => late })
    expect(await harness.end(await begin(harness, onIntent('capture', held, 4000)))).toMatchObject({
      state: 'done',
    })
    expect(captures).toBe(2)
  })

  test('while the service is away, an action is checked and shown as being checked', async () => {
    let away = false
    const harness = await open({ fate: () => (away ? 'never_arrives' : 'answered') })
    const payment = await pay(service, 5000)
    const id = await begin(harness, refundOf(payment, 700))
    await harness.end(id)
    away = true
    const asked = { ...refundOf(payment, 800) }
    expect(await harness.act(asked)).toMatchObject({ ok: false })
    away = false
    const cut = losing(/POST .*\/refunds$/, 'never_arrives', 1)
    let lookUps = 0
    const other = await open({
      fate: (request) => {
        const fate = cut(request)
        if (away) lookUps += 1
        if (fate !== 'answered') away = true
        return away ? 'never_arrives' : fate
      },
    })
    const second = await begin(other, asked)
    await expect.poll(() => lookUps).toBeGreaterThan(2)
    expect(other.action(second)).toMatchObject({ state: 'checking' })
    away = false
    expect(await other.end(second)).toMatchObject({ state: 'done' })
  })

  test('an action older than 50 minutes is only looked up, and never sent again', async () => {
    const payment = await pay(service, 5000)
    const before = await open({ fate: losing(/POST .*\/refunds$/, 'never_arrives') })
    await begin(before, refundOf(payment, 700))
    await before.stop()
    const harness = await open({ journal: before.journal, serviceAheadMs: 51 * 60_000 })
    const [left] = harness.status().actions
    const ended = await harness.end(left?.id ?? '')
    expect(ended).toMatchObject({ state: 'refused' })
    expect(ended.detail).toContain('did not happen')
    expect(refundCalls(harness)).toEqual([])
    expect(await refundsNow(payment.id)).toEqual([])
  })

  test('an app killed after sending the request looks up the action at the next start', async () => {
    const payment = await pay(service, 5000)
    const killed = await open({ fate: losing(/POST .*\/refunds$/, 'lost') })
    await begin(killed, refundOf(payment, 700))
    const frozen = (await readFile(killed.journal, 'utf8')).trim().split('\n')[0]
    await killed.stop()
    await writeFile(killed.journal, `${frozen}\n{"at":"2026-11-21T12:00`)
    const harness = await open({ journal: killed.journal })
    const [left] = harness.status().actions
    expect(left).toMatchObject({ state: 'checking', amount: 700 })
    expect(await harness.end(left?.id ?? '')).toMatchObject({ state: 'done' })
    expect(await refundsNow(payment.id)).toHaveLength(1)
    await until(
      () => harness.ended,
      (ended) => ended.length === 1,
    )
  })

  test('an app killed before sending the request carries out the action once at the next start', async () => {
    const payment = await pay(service, 5000)
    const killed = await open({ fate: losing(/POST .*\/refunds$/, 'never_arrives') })
    await begin(killed, refundOf(payment, 700))
    await killed.stop()
    const harness = await open({ journal: killed.journal })
    expect(await harness.end(harness.status().actions[0]?.id ?? '')).toMatchObject({ state: 'done' })
    expect(await refundsNow(payment.id)).toHaveLength(1)
  })

  test('two refunds of the same amount are both carried out, even if both answers are lost', async () => {
    const payment = await pay(service, 5000)
    let now = Date.now()
    let posts = 0
    const fate = (asked: string) =>
      /POST .*\/refunds$/.test(asked) && ++posts % 2 === 1 ? 'lost' : 'answered'
    const harness = await open({ fate, now: () => now })
    await harness.end(await begin(harness, refundOf(payment, 700)))
    now += 10_000
    await harness.end(await begin(harness, refundOf(payment, 700)))
    expect(await refundsNow(payment.id)).toHaveLength(2)
    expect(refundCalls(harness)).toHaveLength(4)
  })
})
