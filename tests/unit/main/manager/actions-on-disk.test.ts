import { readFileSync } from 'node:fs'
import { appendFile, readFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { must } from '../../../support/must.ts'
import { hsn, type ManagerHarness, pay, startManagerHarness } from '../support/manager.ts'
import { startTestService, type TestService } from '../support/service.ts'

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

interface PaymentOfIntent {
  readonly id: string
  readonly payment_intent_id: string
}
const refundOf = ({ id, payment_intent_id }: PaymentOfIntent, amount: number | null = null) =>
  ({ kind: 'refund', intent_id: payment_intent_id, payment_id: id, amount }) as const
const refundCalls = (harness: ManagerHarness) =>
  harness.sent.filter((request) => /^POST .*\/refunds$/.test(request))

describe('the journal of manager actions', () => {
  test('the action is in the journal before its request is sent', async () => {
    const payment = await pay(service, 5000)
    let written = ''
    const harness: ManagerHarness = await open({
      fate: (request) => {
        if (/POST .*\/refunds$/.test(request)) written = readFileSync(harness.journal, 'utf8')
        return 'answered'
      },
    })
    const { action_id } = await must(harness.act(refundOf(payment, 700)))
    await harness.end(action_id)
    expect(written).toContain('"state":"sending"')
    expect(written).not.toContain('411111')
  })

  test('when the journal cannot be written, nothing is sent', async () => {
    const payment = await pay(service, 5000)
    const harness = await open()
    await harness.stop()
    const shut = await open({ journal: harness.journal })
    await shut.stop()
    expect(await shut.act(refundOf(payment))).toMatchObject({ ok: false })
    expect(refundCalls(shut)).toEqual([])
  })

  test('complete lines that this version cannot read are kept for a newer version', async () => {
    const payment = await pay(service, 5000)
    const harness = await open()
    const { action_id } = await must(harness.act(refundOf(payment, 700)))
    await harness.end(action_id)
    await harness.stop()
    await appendFile(harness.journal, '{"at":"x","action":{"id":"act_new"}}\n{"half')
    const next = await open({ journal: harness.journal })
    expect(next.status().actions).toMatchObject([{ state: 'done', amount: 700 }])
  })
})

describe('a manager’s limit for refunds', () => {
  test('a refund or void above the approved amount is refused before anything is sent', async () => {
    const asked: (readonly [number, string | null])[] = []
    const harness = await open({
      async mayReturn(cents, pin) {
        asked.push([cents, pin])
        return pin === '246810' ? null : { code: 'pin_needed', message: '' }
      },
    })
    const payment = await pay(service, 5000)
    const refused = { ok: false, error: { code: 'pin_needed' } }
    expect(await harness.act(refundOf(payment))).toMatchObject(refused)
    expect(await harness.act({ ...refundOf(payment), kind: 'void', payment_id: null })).toMatchObject(refused)
    expect(harness.sent.filter((request) => request.startsWith('POST'))).toEqual([])
    expect(harness.status().actions).toEqual([])
    // The whole remaining amount, although the page sent none.
    expect(asked).toEqual([
      [5000, null],
      [5000, null],
    ])
    const { action_id } = await must(harness.act({ ...refundOf(payment, 3000), pin: '246810' }))
    expect(await harness.end(action_id)).toMatchObject({ state: 'done', amount: 3000 })
    expect(await readFile(harness.journal, 'utf8')).not.toContain('246810')
  })
})
