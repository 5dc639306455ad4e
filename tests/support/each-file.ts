import { afterAll, afterEach, expect, vi } from 'vitest'
import { removeTemporaryFolders } from './temporary-folder.ts'

// Vitest runs this for each test file, although the files share modules; hooks that a file itself registers run before
// it.
afterAll(removeTemporaryFolders)

// Otherwise the next file would have a fake clock, and wait for ever.
afterEach(() => void vi.useRealTimers())

// Resets the page's stores, so that an open dialog, an order or a sale is not left to the next file.
afterAll(async () => {
  if (!expect.getState().testPath?.includes('/tests/unit/renderer/')) return
  const { resetStores } = await import('./reset-stores.ts')
  await resetStores()
})

// `fetch` keeps idle connections, and sets timers when one ends later, also by the fake clock of the file that runs then,
// which would count them as its own.
const dispatcherKey = Symbol.for('undici.globalDispatcher.1')
afterAll(async () => {
  const dispatcher: unknown = Reflect.get(globalThis, dispatcherKey)
  if (!isDispatcher(dispatcher)) return
  Reflect.set(globalThis, dispatcherKey, new dispatcher.constructor())
  await dispatcher.destroy()
})

/** What node's `fetch` sends requests by; node exports no type of it. */
interface Dispatcher {
  readonly constructor: new () => Dispatcher
  destroy(): Promise<void>
}
const isDispatcher = (value: unknown): value is Dispatcher =>
  typeof value === 'object' && value !== null && 'destroy' in value
