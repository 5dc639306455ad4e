import { expect, test } from 'vitest'
import {
  afterRecord,
  afterRestart,
  nextJob,
  type PrintRecord,
  type QueuedJob,
  recordsOf,
} from '../../../../src-main/printing/print-jobs.ts'

const job = (id: string, printer_id = 'counter'): QueuedJob => ({
  id,
  printer_id,
  name: id,
  language: 'en',
  copies: [[]],
})
const waiting = (id: string, printer?: string): PrintRecord => ({ kind: 'waiting', job: job(id, printer) })
const states = (records: readonly PrintRecord[]) =>
  afterRestart(records).map((one) => `${one.job.id} ${one.state}`)

test('a job that was being printed when the program ended may have been printed, and is not repeated by itself', () => {
  expect(states([waiting('a'), { kind: 'printing', id: 'a' }, waiting('b')])).toEqual([
    'a perhaps',
    'b waiting',
  ])
  expect(nextJob(afterRestart([waiting('a'), { kind: 'printing', id: 'a' }]), 'counter')).toBeNull()
})

test('a job that was not begun waits, and a printed or dropped job is gone', () => {
  expect(states([waiting('a'), { kind: 'printing', id: 'a' }, { kind: 'not_begun', id: 'a' }])).toEqual([
    'a waiting',
  ])
  expect(states([waiting('a'), { kind: 'printing', id: 'a' }, { kind: 'gone', id: 'a' }])).toEqual([])
})

test('a job that was asked about can be printed again, and no other', () => {
  const asked: readonly PrintRecord[] = [
    waiting('a'),
    { kind: 'printing', id: 'a' },
    { kind: 'perhaps', id: 'a' },
  ]
  expect(states([...asked, { kind: 'again', id: 'a' }])).toEqual(['a waiting'])
  expect(afterRecord(afterRestart([waiting('a')]), { kind: 'again', id: 'a' })).toEqual(
    afterRestart([waiting('a')]),
  )
})

test('each printer prints one job at a time, oldest first, and a job that was asked about does not block it', () => {
  const jobs = [waiting('a'), waiting('k', 'kitchen'), waiting('b')].reduce(afterRecord, [])
  expect(nextJob(jobs, 'counter')?.id).toBe('a')
  const printing = afterRecord(jobs, { kind: 'printing', id: 'a' })
  expect(nextJob(printing, 'counter')).toBeNull()
  expect(nextJob(printing, 'kitchen')?.id).toBe('k')
  expect(nextJob(afterRecord(printing, { kind: 'perhaps', id: 'a' }), 'counter')?.id).toBe('b')
})

test('a rewritten journal has the same jobs', () => {
  const jobs = afterRestart([
    waiting('a'),
    { kind: 'printing', id: 'a' },
    waiting('b'),
    waiting('c'),
    { kind: 'gone', id: 'c' },
  ])
  expect(afterRestart(recordsOf(jobs))).toEqual(jobs)
})
