import { expect, test } from 'vitest'
import type { AuditEntry } from '../../../../src-main/audit/audit-entry.ts'
import { countRepeats } from '../../../../src-main/audit/audit-repeats.ts'

const refused: AuditEntry = {
  role: null,
  person_id: null,
  command: 'payments.act',
  about: {},
  outcome: 'role_needed',
}

function setUp() {
  const lines: (readonly [string, number, number | undefined])[] = []
  let now = 1_000_000
  const repeats = countRepeats(
    () => now,
    ({ command, repeated }, at) => void lines.push([command, at - 1_000_000, repeated]),
  )
  const pass = (ms: number) => {
    now += ms
  }
  return { repeats, lines, pass }
}

test('equal refusals within a minute are one line, followed by one line with their count', () => {
  const { repeats, lines, pass } = setUp()
  for (let times = 0; times < 1_000; times++) {
    repeats.add(refused)
    pass(10)
  }
  expect(lines).toEqual([['payments.act', 0, undefined]])
  repeats.flush()
  expect(lines.slice(1)).toEqual([['payments.act', 9_990, 999]])
})

test('alternating refusals are counted separately, and written before the next other entry', () => {
  const { repeats, lines } = setUp()
  const other = { ...refused, command: 'payments.open' }
  for (let times = 0; times < 3; times++) {
    repeats.add(refused)
    repeats.add(other)
  }
  repeats.add({ ...refused, command: 'staff.enter', outcome: 'done' })
  expect(lines.map(([command, , repeated]) => [command, repeated])).toEqual([
    ['payments.act', undefined],
    ['payments.open', undefined],
    ['payments.act', 2],
    ['payments.open', 2],
    ['staff.enter', undefined],
  ])
})

test('each completed command is written, and so is a refusal after a minute', () => {
  const { repeats, lines, pass } = setUp()
  const done = { ...refused, outcome: 'done' }
  repeats.add(done)
  repeats.add(done)
  repeats.add(refused)
  pass(60_000)
  repeats.add(refused)
  expect(lines.map(([, at, repeated]) => [at, repeated])).toEqual([
    [0, undefined],
    [0, undefined],
    [0, undefined],
    [60_000, undefined],
  ])
})
