import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openActionJournal } from '../../../../src-main/manager/action-journal.ts'
import type { ActionRecord } from '../../../../src-main/manager/action-record.ts'
import { startActionRuns } from '../../../../src-main/manager/action-runs.ts'
import { startManagerActions } from '../../../../src-main/manager/actions.ts'
import { eventually } from '../../../support/eventually.ts'
import { must } from '../../../support/must.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { hsn, type ManagerHarness, pay, startManagerHarness } from '../support/manager.ts'
import { quietLog, startTestService, type TestService, until } from '../support/service.ts'

const left: ActionRecord = {
  id: 'act_1',
  kind: 'refund',
  intent_id: 'pi_of_another_account',
  payment_id: 'pmt_of_another_account',
  amount: 700,
  currency: 'USD',
  reason: '',
  refund_splits: [],
  tip_amount: null,
  surcharge_amount: null,
  started_at: '2026-11-21T12:00:00.000Z',
  state: 'sending',
  detail: '',
  tries: 0,
  receipt: null,
  print: 'printing',
  before: { intent_status: 'captured', refund_ids: [] },
  refund_id: null,
  refusals: 0,
}

let service: TestService
let harness: ManagerHarness | null = null
beforeEach(async () => {
  service = await startTestService()
})
afterEach(async () => {
  await harness?.stop()
  await service.stop()
})

async function journalWith(...lines: readonly string[]): Promise<string> {
  const path = join(await temporaryFolder('countertop-manager'), 'actions.jsonl')
  await writeFile(path, lines.join(''))
  return path
}
const lineOf = (action: ActionRecord) => `\n${JSON.stringify({ at: left.started_at, action })}\n`

test('an action that the service refuses to report stays in the list as unresolved until it is dismissed', async () => {
  const journal = await journalWith(lineOf(left))
  const open = await startManagerHarness(service, { journal, pauseMs: () => 1 })
  harness = open
  expect(open.status().actions).toMatchObject([{ state: 'checking', print: 'failed' }])
  await eventually(() => expect(open.action('act_1').state).toBe('unresolved'))
  expect(open.sent.filter((request) => !request.startsWith('GET'))).toEqual([])
  await eventually(() => expect(open.ended).toMatchObject([{ id: 'act_1', state: 'unresolved' }]))
  await open.stop()
  harness = await startManagerHarness(service, { journal })
  expect(harness.status().actions).toMatchObject([{ id: 'act_1', state: 'unresolved' }])
  expect(await harness.dismiss({ action_id: 'act_1' })).toMatchObject({ ok: true })
  expect(harness.status().actions).toEqual([])
})

test('the newest complete line of an action counts, whatever incomplete data follow it', async () => {
  const done = { ...left, state: 'done' } as const
  for (const torn of ['', '{"at":', '\0\0\0', `${lineOf(left).slice(0, 90)}`]) {
    const journal = await openActionJournal(await journalWith(lineOf(left), lineOf(done), torn), quietLog)
    expect(journal.left).toEqual([done])
    await journal.close()
  }
})

test('a dismissed action does not come back', async () => {
  const path = await journalWith(
    lineOf({ ...left, state: 'refused' }),
    lineOf({ ...left, id: 'act_2', state: 'done' }),
    `${JSON.stringify({ at: left.started_at, dismissed: 'act_1' })}\n`,
  )
  const journal = await openActionJournal(path, quietLog)
  expect(journal.left.map(({ id }) => id)).toEqual(['act_2'])
  await journal.close()
})

describe('a damaged line of the journal', () => {
  /** Damages the middle of a line, so that it is not valid JSON but its action can still be recognised. */
  const damage = (line: string): string => line.replace('"tries":0', '"tri\\u0000')
  const asked = { kind: 'refund', amount: 700 } as const

  /** @returns the first journal line of a completed refund. */
  async function refunded(): Promise<string> {
    await service.plug({ hsn })
    const payment = await pay(service, 5_000)
    const sent = await startManagerHarness(service)
    const about = { intent_id: payment.payment_intent_id, payment_id: payment.id }
    const begun = await sent.act({ ...asked, ...about })
    if (!begun.ok) throw new Error(begun.error.message)
    const action = { ...left, ...about, id: begun.value.action_id, started_at: new Date().toISOString() }
    await sent.end(action.id)
    await sent.stop()
    return lineOf(action)
  }

  test('a refund from a damaged line is looked up, and neither shown as done nor sent again', async () => {
    const line = await refunded()
    const open = await startManagerHarness(service, {
      journal: await journalWith(damage(line)),
      pauseMs: () => 1,
    })
    harness = open
    expect(open.status().actions).toMatchObject([{ ...asked, state: 'checking' }])
    const [action] = open.status().actions
    expect((await open.end(action?.id ?? '')).state).toBe('unresolved')
    expect(open.sent.filter((request) => !request.startsWith('GET'))).toEqual([])
    expect(open.sent.length).toBeGreaterThan(0)
  })

  test('a void from a damaged line that did happen ends as done, according to the service', async () => {
    await service.plug({ hsn })
    const payment = await pay(service, 5_000)
    const params = { id: payment.payment_intent_id }
    await must(service.client.call('payment_intents.cancel', { params, body: {} }))
    const action = { ...left, kind: 'void', intent_id: params.id, payment_id: payment.id } as const
    const journal = await journalWith(damage(lineOf(action)))
    const open = await startManagerHarness(service, { journal, pauseMs: () => 1 })
    harness = open
    expect((await open.end(left.id)).state).toBe('done')
    expect(open.sent.filter((request) => !request.startsWith('GET'))).toEqual([])
  })

  test('an action from a damaged line that did not happen is not sent', async () => {
    await service.plug({ hsn })
    const payment = await pay(service, 5_000)
    const about = { intent_id: payment.payment_intent_id, payment_id: payment.id }
    const action = { ...left, ...about, started_at: new Date().toISOString() }
    const journal = await journalWith(damage(lineOf(action)))
    const open = await startManagerHarness(service, { journal, pauseMs: () => 1 })
    harness = open
    await until(
      () => open.action(left.id),
      ({ tries }) => tries > 5,
    )
    expect(open.action(left.id).state).toBe('checking')
    expect(open.sent.filter((request) => !request.startsWith('GET'))).toEqual([])
  })

  test('a damaged line without a payment is reported until a manager acknowledges it, also after a restart', async () => {
    const journal = await journalWith('\n#*garbage\n', lineOf({ ...left, state: 'refused' }))
    harness = await startManagerHarness(service, { journal })
    expect(harness.status()).toMatchObject({ unreadable_lines: 1, actions: [{ id: 'act_1' }] })
    await harness.stop()
    harness = await startManagerHarness(service, { journal })
    expect(harness.status().unreadable_lines).toBe(1)
    expect(await harness.acknowledgeUnreadable()).toMatchObject({ ok: true })
    expect(harness.status().unreadable_lines).toBe(0)
    await harness.stop()
    harness = await startManagerHarness(service, { journal })
    expect(harness.status().unreadable_lines).toBe(0)
  })

  test('a damaged line does not change an action that an older line describes', async () => {
    const path = await journalWith(lineOf(left), damage(lineOf({ ...left, state: 'done' })))
    const journal = await openActionJournal(path, quietLog)
    expect(journal).toMatchObject({ left: [left], unreadable: 0 })
    await journal.close()
  })
})

test('an action whose line may not be on the disk is dismissed, so that no later start carries it out', async () => {
  await service.plug({ hsn })
  const payment = await pay(service, 5_000)
  const dismissed: string[] = []
  let writes = 0
  const actions = startManagerActions({
    person: () => null,
    client: () => service.client,
    journal: {
      left: [],
      unreadable: 0,
      write: async () => {
        writes += 1
        if (writes <= 2) throw new Error('the disk is full')
      },
      dismiss: async (id) => void dismissed.push(id),
      acknowledgeUnreadable: async () => undefined,
      close: async () => undefined,
    },
    isInSale: () => false,
    receipt: () => null,
    isReturning: () => false,
    givenOtherwise: async () => 0,
    mayReturn: async () => null,
    onChange: () => undefined,
    onEnd: () => undefined,
    newId: () => 'act_unwritten',
    now: Date.now,
    log: quietLog,
  })
  const begun = await actions.begin(
    {
      kind: 'refund',
      intent_id: payment.payment_intent_id,
      payment_id: payment.id,
      amount: 700,
    },
    null,
  )
  expect(begun).toMatchObject({ ok: false, error: { code: 'failed' } })
  expect(dismissed).toEqual(['act_unwritten'])
  expect(actions.all()).toEqual([])
  // A void of which this holds is not followed by a refund, although that could be written.
  const { payment_intent_id: intent_id, id: payment_id } = payment
  const whole = { id: 'act_ret_1-1-1', intent_id, payment_id, amount: 5_000, whole: true }
  const returned = { ...whole, void_only: false, given_back: null, look_only: false }
  expect(await actions.giveBack(returned)).toMatchObject({ end: 'refused', how: null })
  expect(writes).toBe(2)
  actions.stop()
})

test('an action that could not be saved blocks its intent until the journal shows that it was not begun', async () => {
  const path = await journalWith()
  const file = await openActionJournal(path, quietLog)
  let isFull = true
  const write = async (work: () => Promise<void>) => {
    if (isFull) throw new Error('no space left on device')
    await work()
  }
  const runs = startActionRuns({
    client: () => service.client,
    journal: {
      ...file,
      write: (action, at) => write(() => file.write(action, at)),
      dismiss: (id, at) => write(() => file.dismiss(id, at)),
    },
    receipt: () => null,
    onChange: () => undefined,
    onEnd: () => undefined,
    now: Date.now,
    pauseMs: () => 5,
    log: quietLog,
  })
  expect(await runs.begin(left, null)).toBe(false)
  expect(runs.all()).toEqual([])
  expect([left.intent_id, 'pi_other'].map(runs.isInHand)).toEqual([true, false])
  isFull = false
  await eventually(async () => expect(runs.isInHand(left.intent_id)).toBe(false))
  runs.stop()
  await file.close()
})
