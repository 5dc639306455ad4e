import { expect, test } from 'vitest'
import type { ClockCorrection, ClockEntry } from '../../../../../src-shared/pos/staff/clock-entry.ts'
import { standingEntries, workedShifts } from '../../../../../src-shared/pos/staff/worked-shifts.ts'

const on = (time: string) => `2026-11-20T${time}:00.000Z`
const now = Date.parse(on('15:00'))

const entry = (person_id: string, kind: ClockEntry['kind'], time: string): ClockEntry => ({
  ...{ id: `${person_id} ${time}`, at: on(time), person_id, kind, by: null },
})

const correction = (
  kind: ClockEntry['kind'],
  time: string,
  replaces: string | null = null,
): ClockCorrection => ({
  ...{ id: `corrected ${time}`, corrected_at: on('14:00'), person_id: 'ana', kind, replaces },
  ...{ clocked_at: on(time), reason: 'Forgot', by: 'mona' },
})

const shiftsOf = (
  entries: readonly ClockEntry[],
  corrections: readonly ClockCorrection[] = [],
  at: number = now,
) =>
  workedShifts(standingEntries({ entries, corrections }), at).map(({ person_id, began, ended, state }) => [
    person_id,
    began?.at.slice(11, 16) ?? null,
    ended?.at.slice(11, 16) ?? null,
    state,
  ])

test('work shifts come from the clock-ins and clock-outs of each person, and a current shift has no end', () => {
  const shifts = shiftsOf([
    entry('ana', 'in', '08:00'),
    entry('bo', 'in', '09:00'),
    entry('ana', 'out', '12:00'),
    entry('ana', 'in', '13:00'),
  ])
  expect(shifts).toEqual([
    ['ana', '08:00', '12:00', 'done'],
    ['bo', '09:00', null, 'now'],
    ['ana', '13:00', null, 'now'],
  ])
})

test('a work shift that began more than 16 hours ago is missing its clock-out', () => {
  const entries = [entry('ana', 'in', '08:00')]
  expect(shiftsOf(entries, [], Date.parse('2026-11-21T00:00:00Z'))).toEqual([['ana', '08:00', null, 'now']])
  expect(shiftsOf(entries, [], Date.parse('2026-11-21T00:00:01Z'))).toEqual([
    ['ana', '08:00', null, 'missing'],
  ])
})

test('a clock-out on the next morning leaves the end of the shift missing, until a manager corrects it', () => {
  const next = (time: string) => `2026-11-21T${time}:00.000Z`
  const at = Date.parse(next('12:00'))
  const out = { ...entry('ana', 'out', '08:00'), id: 'out', at: next('08:00') }
  const entries = [entry('ana', 'in', '09:00'), out, { ...entry('ana', 'in', '08:01'), at: next('08:01') }]
  const today = ['ana', '08:01', null, 'now']
  expect(shiftsOf(entries, [], at)).toEqual([['ana', '09:00', '08:00', 'missing'], today])
  const evening = correction('out', '17:00', 'out')
  expect(shiftsOf(entries, [evening], at)).toEqual([['ana', '09:00', '17:00', 'done'], today])
  // The clock-in was forgotten as well, and was corrected earlier.
  const added = [correction('in', '09:00')]
  expect(shiftsOf(entries.slice(1), added, at)[0]).toEqual(['ana', '09:00', '08:00', 'missing'])
  // A shift that really was that long counts once a manager confirms it.
  const long = { ...evening, clocked_at: out.at }
  expect(shiftsOf(entries, [long], at)).toEqual([['ana', '09:00', '08:00', 'done'], today])
})

test('a work shift without its beginning or end is shown as incomplete', () => {
  expect(
    shiftsOf([entry('ana', 'out', '07:00'), entry('ana', 'in', '08:00'), entry('ana', 'in', '13:00')]),
  ).toEqual([
    ['ana', null, '07:00', 'missing'],
    ['ana', '08:00', null, 'missing'],
    ['ana', '13:00', null, 'now'],
  ])
})

test('a shift that ends before it begins, since the clock was set back, counts no hours', () => {
  expect(shiftsOf([entry('ana', 'in', '09:00'), entry('ana', 'out', '08:00')])).toEqual([
    ['ana', '09:00', '08:00', 'missing'],
  ])
})

test('a correction adds a missing end between what was clocked before and after it', () => {
  const entries = [entry('ana', 'in', '08:00'), entry('ana', 'in', '13:00')]
  expect(shiftsOf(entries, [correction('out', '12:00')])).toEqual([
    ['ana', '08:00', '12:00', 'done'],
    ['ana', '13:00', null, 'now'],
  ])
})

test('a correction replaces a time, the newest correction counts, and the original is kept', () => {
  const entries = [entry('ana', 'in', '08:00'), entry('ana', 'out', '12:00')]
  const corrections = [correction('in', '07:00', 'ana 08:00'), correction('in', '07:30', 'ana 08:00')]
  expect(shiftsOf(entries, corrections)).toEqual([['ana', '07:30', '12:00', 'done']])
  const [began] = standingEntries({ entries, corrections })
  expect(began).toMatchObject({ clocked: on('08:00'), at: on('07:30'), corrections })
})

test('a time that a correction added can be corrected again', () => {
  const corrections = [correction('out', '12:00'), correction('out', '12:30', 'corrected 12:00')]
  expect(shiftsOf([entry('ana', 'in', '08:00')], corrections)).toEqual([['ana', '08:00', '12:30', 'done']])
})
