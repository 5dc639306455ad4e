import { afterEach, expect, test, vi } from 'vitest'
import type { BooksGuard } from '../../../../src-main/counter/books-currency.ts'
import type { Counter } from '../../../../src-main/counter/counter.ts'
import { followService } from '../../../../src-main/counter/follow-service.ts'
import { createPublisher } from '../../../../src-main/snapshot/publisher.ts'
import type { ServiceAccess } from '../../../../src-main/terminal/service-access.ts'
import type { TerminalStatus } from '../../../../src-shared/pos/snapshot.ts'
import { snapshots } from '../../../pictures/snapshots.ts'
import { eventually } from '../../../support/eventually.ts'
import { quietLog } from '../support/service.ts'

vi.mock('electron', () => ({ BrowserWindow: class {} }))

const access = { accountId: 'acct_1' } as ServiceAccess

afterEach(() => void vi.useRealTimers())

/** The service of a training comes up while this is the terminal; the counter is still being opened. */
function comeUp(terminal: TerminalStatus, virtualTerminal: object | null, first = 'VT-0001') {
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
    counters: { open: () => opening, first: async () => first, present: () => null },
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
  await eventually(() => expect(shown(up)).toMatchObject({ kind: 'connecting', hsn: 'VT-0001' }))
})

test('in a training on another terminal, that one is being connected', async () => {
  const shownHsns = new Set<string>()
  const up = comeUp({ kind: 'none' }, {}, 'CLI-7')
  await eventually(() => {
    const terminal = shown(up)
    if (terminal.kind !== 'none') shownHsns.add(terminal.hsn)
    expect(shownHsns.size).toBeGreaterThan(0)
  })
  expect([...shownHsns]).toEqual(['CLI-7'])
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
  await eventually(() => expect(shown(up).kind).toBe('connecting'))
  up.fail(new Error('the journal cannot be read'))
  await expect(up.over).rejects.toThrow('journal')
  expect(shown(up)).toEqual({ kind: 'none' })
})

/** A counter that can be opened only after `failures` attempts, at an outside service, which comes up only once. */
function openAfter(failures: number, training: boolean) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const snapshot = createPublisher(
    { ...snapshots.ready, service: { kind: 'starting' }, terminal: { kind: 'none' } },
    () => undefined,
  )
  const shown: string[] = []
  let attempts = 0
  let resumed = 0
  let down = (_: string): void => undefined
  const books: Pick<BooksGuard, 'open' | 'learned'> = { open: async () => true, learned: () => undefined }
  const counter = {
    ...{ terminal: { checkNow: () => undefined }, identity: async () => ({ id: 'pos_1' }) },
    compareNumbers: async () => undefined,
  }
  let open: typeof counter | null = null
  const options = {
    service: {
      onUpdating: () => undefined,
      onDown: (listener: typeof down) => {
        down = listener
      },
      onUp: () => undefined,
    },
    place: { training, stored: null },
    snapshot,
    books,
    knownShop: { open: async () => undefined, learned: () => undefined },
    counters: {
      present: () => open,
      open: async () => {
        shown.push(snapshot.present().service.kind)
        attempts += 1
        if (attempts <= failures) throw new Error('no space left on device')
        open = counter
        return open
      },
    },
    areas: {
      resume: async () => {
        resumed += 1
      },
    },
    auditArea: { resume: () => undefined },
    virtualTerminal: null,
    pageShown: new Promise<void>(() => undefined),
    log: quietLog,
  }
  const follower = followService(options as unknown as Parameters<typeof followService>[0])
  return {
    ...follower,
    books,
    snapshot,
    shown,
    resumed: () => resumed,
    down: (detail: string) => down(detail),
  }
}
const place = { ...access, client: { call: () => new Promise(() => undefined) } } as unknown as ServiceAccess
const status = ({ snapshot }: Pick<ReturnType<typeof openAfter>, 'snapshot'>) =>
  snapshot.present().service.kind

test.each([false, true])(
  'books that cannot be opened are shown, and tried again until they can be (training: %s)',
  async (training) => {
    const up = openAfter(3, training)
    await expect(up.comeUp(place, null)).rejects.toThrow('no space')
    expect(status(up)).toBe('books_unopened')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(status(up)).toBe('books_unopened')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(status(up)).toBe(training ? 'ready' : 'starting')
    // What is wrong stays on the screen during each attempt.
    expect(up.shown).toEqual([training ? 'ready' : 'starting', ...Array(3).fill('books_unopened')])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(up.shown).toHaveLength(4)
    up.stop()
  },
)

test('books are not tried again after the service ended or the app stopped, and only once after it came up again', async () => {
  const up = openAfter(100, false)
  await expect(up.comeUp(place, null)).rejects.toThrow('no space')
  up.down('It ended with code 1.')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(up.shown).toHaveLength(1)
  expect(status(up)).toBe('unreachable')

  for (const _ of [1, 2]) await expect(up.comeUp(place, null)).rejects.toThrow('no space')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(up.shown).toHaveLength(4)
  up.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(up.shown).toHaveLength(4)
})

test('a service that ends before the counter was opened leaves it closed; an open counter goes on without it', async () => {
  const up = openAfter(1, true)
  up.down('It ended with code 1.')
  const closed = { kind: 'unreachable', detail: 'It ended with code 1.', unopened: true }
  expect(up.snapshot.present().service).toEqual(closed)
  await expect(up.comeUp(place, null)).rejects.toThrow('no space')
  up.down('It ended with code 1.')
  expect(up.snapshot.present().service).toEqual(closed)
  await up.comeUp(place, null)
  up.down('It ended with code 2.')
  expect(up.snapshot.present().service).toEqual({ kind: 'unreachable', detail: 'It ended with code 2.' })
  up.stop()
})

test('books that wait for the service to report the currency wait no longer once it changed or the app stopped', async () => {
  const up = openAfter(0, false)
  const signals: AbortSignal[] = []
  up.books.open = (_access, _named, stopped) => {
    signals.push(stopped)
    return new Promise((_, reject) => stopped.addEventListener('abort', () => reject(stopped.reason)))
  }
  const first = up.comeUp(place, null)
  const second = up.comeUp(place, null)
  await first
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
  up.stop()
  // Not a failure: nothing is logged about it.
  await second
  await vi.advanceTimersByTimeAsync(60_000)
  expect([signals.length, up.shown.length]).toEqual([2, 0])
})

test('a counter is not opened any more once the app stops while its books are opened', async () => {
  for (const training of [false, true]) {
    const up = openAfter(0, training)
    let opened = (_: boolean): void => undefined
    up.books.open = () =>
      new Promise((resolve) => {
        opened = resolve
      })
    const over = up.comeUp(place, null)
    up.stop()
    opened(true)
    await over
    expect([up.shown, up.resumed()]).toEqual([[], 0])
    vi.useRealTimers()
  }
})
