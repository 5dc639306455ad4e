import { expect, test } from 'vitest'
import { cancelLeftPrompt } from '../../../../src-main/sale/left-prompt.ts'
import type { ParkedSale } from '../../../../src-shared/pos/parked/parked-sale.ts'
import type { SaleState } from '../../../../src-shared/pos/sale/sale.ts'
import type { TerminalStatus } from '../../../../src-shared/pos/snapshot.ts'
import { at, checking, facts } from '../../shared/pos/transition/sale-fixtures.ts'

const now = Date.parse(at)
const inTime = (seconds: number) => new Date(now + seconds * 1_000).toISOString()
const parkedOn = (hsn: string, changes: object = {}): ParkedSale =>
  ({
    state: { ...checking({ sale: facts({ hsn }), ends_at: inTime(60) }), ...changes },
    parked_at: at,
    bill: null,
  }) as ParkedSale

/** How often the terminal's command is cancelled while its status becomes these, one after another. */
function cancels(
  parked: readonly ParkedSale[],
  sale: SaleState,
  ...kinds: readonly TerminalStatus['kind'][]
): number {
  let count = 0
  const follow = cancelLeftPrompt({
    counter: () => ({ sale, parked: [...parked] }),
    cancel: async () => void count++,
    now: () => now,
  })
  for (const kind of kinds) follow({ kind, hsn: 'VT-0001', name: 'VT-0001' } as TerminalStatus)
  return count
}
const free = { kind: 'ready' } as const

test('a prompt that a parked payment may have left on the terminal is cancelled, once, when it first connects', () => {
  expect(cancels([parkedOn('VT-0001')], free, 'connecting', 'connected', 'offline', 'connected')).toBe(1)
})

test('nothing is cancelled on a terminal that cannot have a prompt of this counter', () => {
  expect(cancels([], free, 'connected')).toBe(0)
  expect(cancels([parkedOn('VT-0002')], free, 'connected')).toBe(0)
  expect(cancels([parkedOn('VT-0001', { ended: true })], free, 'connected')).toBe(0)
  expect(cancels([parkedOn('VT-0001', { ends_at: null })], free, 'connected')).toBe(0)
  expect(cancels([parkedOn('VT-0001', { ends_at: inTime(0) })], free, 'connected')).toBe(0)
  expect(cancels([parkedOn('VT-0001', { kind: 'voiding' })], free, 'connected')).toBe(0)
})

test('the next sale’s own command is not cancelled, neither at first nor later', () => {
  expect(cancels([parkedOn('VT-0001')], checking(), 'connected', 'offline', 'connected')).toBe(0)
})
