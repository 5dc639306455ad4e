import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openActionJournal } from '../../../../src-main/manager/action-journal.ts'
import type { ActionRecord } from '../../../../src-main/manager/action-record.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { type ManagerHarness, startManagerHarness } from '../support/manager.ts'
import { quietLog, startTestService, type TestService } from '../support/service.ts'

const left: ActionRecord = {
  id: 'act_1',
  kind: 'refund',
  intent_id: 'pi_of_another_account',
  payment_id: 'pmt_of_another_account',
  amount: 700,
  currency: 'USD',
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
let desk: ManagerHarness | null = null
beforeEach(async () => {
  service = await startTestService()
})
afterEach(async () => {
  await desk?.stop()
  await service.stop()
})

async function journalWith(...lines: readonly string[]): Promise<string> {
  const path = join(await temporaryFolder('countertop-manager'), 'actions.jsonl')
  await writeFile(path, lines.join(''))
  return path
}
const lineOf = (action: ActionRecord) => `\n${JSON.stringify({ at: left.started_at, action })}\n`

test('an action that the service will not tell of stays in the list as unresolved until it is dismissed', async () => {
  const journal = await journalWith(lineOf(left))
  const open = await startManagerHarness(service, { journal, pauseMs: () => 1 })
  desk = open
  expect(open.status().actions).toMatchObject([{ state: 'checking', print: 'failed' }])
  await vi.waitFor(() => expect(open.action('act_1').state).toBe('unresolved'), { timeout: 8_000 })
  expect(open.sent.filter((request) => !request.startsWith('GET'))).toEqual([])
  await vi.waitFor(() => expect(open.ended).toMatchObject([{ id: 'act_1', state: 'unresolved' }]))
  await open.stop()
  desk = await startManagerHarness(service, { journal })
  expect(desk.status().actions).toMatchObject([{ id: 'act_1', state: 'unresolved' }])
  expect(await desk.dismiss({ action_id: 'act_1' })).toMatchObject({ ok: true })
  expect(desk.status().actions).toEqual([])
})

test('the newest whole line of an action is the truth, whatever was torn after it', async () => {
  const done = { ...left, state: 'done' } as const
  for (const torn of ['', '{"at":', '\0\0\0', `${lineOf(left).slice(0, 90)}`]) {
    const journal = await openActionJournal(await journalWith(lineOf(left), lineOf(done), torn), quietLog)
    expect(journal.left).toEqual([done])
    await journal.close()
  }
})

test('what was dismissed does not come back', async () => {
  const path = await journalWith(
    lineOf({ ...left, state: 'refused' }),
    lineOf({ ...left, id: 'act_2', state: 'done' }),
    `${JSON.stringify({ at: left.started_at, dismissed: 'act_1' })}\n`,
  )
  const journal = await openActionJournal(path, quietLog)
  expect(journal.left.map(({ id }) => id)).toEqual(['act_2'])
  await journal.close()
})
