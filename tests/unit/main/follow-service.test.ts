import { expect, test, vi } from 'vitest'
import type { Counter } from '../../../src-main/counter.ts'
import { followService } from '../../../src-main/follow-service.ts'
import { createPublisher } from '../../../src-main/snapshot/publisher.ts'
import type { ServiceAccess } from '../../../src-main/terminal/service-access.ts'
import type { TerminalStatus } from '../../../src-shared/pos/snapshot.ts'
import { snapshots } from '../../pictures/snapshots.ts'
import { quietLog } from './support/service.ts'

vi.mock('electron', () => ({ BrowserWindow: class {} }))

const access = { accountId: 'acct_1' } as ServiceAccess

/** The service of a training comes up while this is the terminal; the counter is still being opened. */
function comeUp(terminal: TerminalStatus, virtualTerminal: object | null) {
  const snapshot = createPublisher({ ...snapshots.ready, terminal }, () => undefined)
  let fail = (_: Error): void => undefined
  const opening = new Promise<Counter>((_, reject) => {
    fail = reject
  })
  const options = {
    service: { onUpdating: () => undefined, onDown: () => undefined, onUp: () => undefined },
    place: { training: true, stored: null },
    snapshot,
    books: { open: async () => true },
    knownShop: { open: async () => undefined },
    counters: { open: () => opening, present: () => null },
    areas: { resume: async () => undefined },
    auditArea: {},
    virtualTerminal,
    pageShown: new Promise<void>(() => undefined),
    log: quietLog,
  }
  const { comeUp } = followService(options as unknown as Parameters<typeof followService>[0])
  return { snapshot, fail, over: comeUp(access, null) }
}

const shown = ({ snapshot }: ReturnType<typeof comeUp>) => snapshot.present().terminal

test('while the virtual terminal is on its way it is being connected, before its counter is open', async () => {
  const up = comeUp({ kind: 'none' }, {})
  await vi.waitFor(() => expect(shown(up)).toMatchObject({ kind: 'connecting', hsn: 'VT-0001' }))
})

test('a terminal that is known stays as it is, and where no virtual one opens there is none', async () => {
  const { terminal } = snapshots.ready
  for (const up of [comeUp(terminal, {}), comeUp({ kind: 'none' }, null)]) {
    const before = shown(up)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(shown(up)).toEqual(before)
  }
})

test('a counter that cannot be opened connects to no terminal, and none is shown to be on its way', async () => {
  const up = comeUp({ kind: 'none' }, {})
  await vi.waitFor(() => expect(shown(up).kind).toBe('connecting'))
  up.fail(new Error('the journal cannot be read'))
  await expect(up.over).rejects.toThrow('journal')
  expect(shown(up)).toEqual({ kind: 'none' })
})
