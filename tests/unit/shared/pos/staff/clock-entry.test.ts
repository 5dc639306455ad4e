import { expect, test } from 'vitest'
import { type ClockEntry, workShifts } from '../../../../../src-shared/pos/staff/clock-entry.ts'

const entry = (person_id: string, kind: ClockEntry['kind'], at: string): ClockEntry => ({
  id: `${person_id}${at}`,
  at,
  person_id,
  kind,
  by: null,
})

test('work shifts are made of what each person clocked, and one that is not over has no end', () => {
  const shifts = workShifts([
    entry('ana', 'in', '08:00'),
    entry('bo', 'in', '09:00'),
    entry('ana', 'out', '12:00'),
    entry('ana', 'in', '13:00'),
  ])
  expect(shifts).toEqual([
    { person_id: 'ana', started_at: '08:00', ended_at: '12:00' },
    { person_id: 'bo', started_at: '09:00', ended_at: null },
    { person_id: 'ana', started_at: '13:00', ended_at: null },
  ])
})

test('a second clock-in, and a clock-out of somebody who is not at work, change no shift', () => {
  const shifts = workShifts([
    entry('ana', 'out', '07:00'),
    entry('ana', 'in', '08:00'),
    entry('ana', 'in', '08:01'),
    entry('ana', 'out', '12:00'),
    entry('ana', 'out', '12:01'),
  ])
  expect(shifts).toEqual([{ person_id: 'ana', started_at: '08:00', ended_at: '12:00' }])
})
