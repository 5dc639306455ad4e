import { expect, onTestFinished, test } from 'vitest'
import type { ActionRecord } from '../../../../src-main/manager/action-record.ts'
import { startActionRuns } from '../../../../src-main/manager/action-runs.ts'
import type { Client } from '../../../../src-shared/api/client.ts'
import type { Refund } from '../../../../src-shared/api/schemas/refund.ts'
import { err, ok } from '../../../../src-shared/result.ts'
import { quietLog, until } from '../support/service.ts'

/** A refund of an hour ago: the service no longer keeps its key, so that only look-ups can show its outcome. */
const asked: ActionRecord = {
  ...{ id: 'act_1', kind: 'refund', intent_id: 'pi_1', payment_id: 'pmt_1', amount: 700, currency: 'USD' },
  ...{ reason: '', refund_splits: [], tip_amount: null, surcharge_amount: null, detail: '', tries: 0 },
  ...{ started_at: '2026-11-21T12:00:00.000Z', state: 'checking', receipt: null, print: 'not_asked' },
  before: { intent_status: 'captured', refund_ids: [] },
  refund_id: 'ref_ours',
  refusals: 0,
}
const refund = (id: string, status: Refund['status'], awaits: Refund['awaits'] = null) =>
  ({ id, status, awaits, amount: 700, failure_message: 'Refused by the bank.' }) as unknown as Refund
const atBank = refund('ref_ours', 'processing', 'processor')
/** Ours failed meanwhile; another counter refunded the same amount. */
const failedBesideAnother = () =>
  listOf([refund('ref_ours', 'failed'), refund('ref_of_another_counter', 'succeeded')])
const notMade = { state: 'refused', detail: 'Refused by the bank.' }

const noAnswer = err({ kind: 'no_answer', reason: 'The line is down.' } as const)
const forbidden = err({ kind: 'refused', status: 403, error: { code: 'forbidden' } } as const)

/** @param refunds the payment's refunds, or a failure, of each look-up; the last one repeats */
const checking = (action: ActionRecord, ...refunds: readonly unknown[]) => running([action], null, refunds)

/**
 * @param answer to the request for a refund
 * @param minutes since the action began; after an hour nothing is sent again
 */
function running(found: readonly ActionRecord[], answer: unknown, refunds: readonly unknown[], minutes = 60) {
  const left = [...refunds]
  const written: ActionRecord[] = []
  const client = {
    async call(name: string) {
      if (name === 'refunds.create') return answer
      if (name === 'payments.list_refunds') return left.length > 1 ? left.shift() : left[0]
      return name === 'payment_intents.get' ? ok({ status: 'captured' }) : listOf([])
    },
  } as unknown as Client
  const runs = startActionRuns({
    client: () => client,
    journal: {
      left: found,
      unreadable: 0,
      write: async (record) => void written.push(record),
      dismiss: async () => undefined,
      acknowledgeUnreadable: async () => undefined,
      close: async () => undefined,
    },
    receipt: () => null,
    onChange: () => undefined,
    onEnd: () => undefined,
    now: () => Date.parse(asked.started_at) + minutes * 60_000,
    pauseMs: () => 1,
    log: quietLog,
  })
  onTestFinished(() => runs.stop())
  const present = () => {
    const action = runs.find(asked.id)
    if (action === undefined) throw new Error('the action is gone')
    return action
  }
  return { runs, present, written, ended: () => runs.ended(asked.id) }
}
const listOf = (data: readonly unknown[]) => ok({ data, meta: { has_more: false } })

test('after a look-up without an answer, a refund is not taken for another one of the same amount', async () => {
  const run = checking(asked, noAnswer, failedBesideAnother())
  expect(await run.ended()).toMatchObject(notMade)
  expect(run.written.map(({ refund_id }) => refund_id)).toEqual(['ref_ours', 'ref_ours'])
})

test('a refund that a look-up found at the bank is the one whose end counts', async () => {
  const run = checking({ ...asked, refund_id: null }, listOf([atBank]), failedBesideAnother())
  expect(await run.ended()).toMatchObject(notMade)
  expect(run.written[0]).toMatchObject({ state: 'checking', refund_id: 'ref_ours' })
})

test('a refund that the service answered as still at the bank is the one whose end counts', async () => {
  const { runs, written } = running([], ok(atBank), [failedBesideAnother()])
  expect(await runs.begin({ ...asked, state: 'sending', refund_id: null }, null)).toBe(true)
  expect(await runs.ended(asked.id)).toMatchObject(notMade)
  expect(written.map(({ state, refund_id }) => [state, refund_id])).toEqual([
    ['sending', null],
    ['checking', 'ref_ours'],
    ['refused', 'ref_ours'],
  ])
})

test('the journal names the refund of an action that is done: no other action takes it for its own', async () => {
  const run = checking({ ...asked, refund_id: null }, listOf([refund('ref_ours', 'succeeded')]))
  await run.ended()
  const [done] = run.written
  expect(done).toMatchObject({ state: 'done', refund_id: 'ref_ours' })
  // Nothing else of this action is known, and no further refund was made: it must not be shown as possibly done.
  const other = { ...asked, id: 'act_2', before: null, refund_id: null }
  const { runs } = running(done === undefined ? [other] : [done, other], null, [
    listOf([refund('ref_ours', 'succeeded')]),
  ])
  const found = await until(
    () => runs.find('act_2'),
    (action) => (action?.tries ?? 0) > 3,
  )
  expect(found).toMatchObject({ state: 'checking', refusals: 0 })
})

test.each([
  ['api_key_revoked', 401],
  ['api_key_invalid', 401],
  // Meanwhile the counter was given a key that can only read.
  ['permission_denied', 403],
] as const)(
  'a repeat that is refused with %s proves nothing about the first request, which may still be carried out',
  async (code, status) => {
    const refused = err({ kind: 'refused', status, error: { code, message: 'No.' } } as const)
    const late = listOf([refund('ref_ours', 'succeeded')])
    const sent = { ...asked, refund_id: null }
    const run = running([sent], refused, [listOf([]), listOf([]), late], 1)
    expect(await run.ended()).toMatchObject({ state: 'done', refund_id: 'ref_ours' })
  },
)

test('an action is given up as unresolved only after ten refused look-ups in a row', async () => {
  // Its state before is not known, so that it is not sent again, and may still arrive.
  const lost = { ...asked, before: null, refund_id: null }
  const nine = Array.from({ length: 9 }, () => forbidden)
  const run = checking(lost, ...nine, listOf([]), ...nine, listOf([]))
  await until(run.present, ({ tries }) => tries > 20)
  expect(run.present()).toMatchObject({ state: 'checking', refusals: 0 })
  expect(await checking(lost, forbidden).ended()).toMatchObject({ state: 'unresolved', tries: 9 })
})
