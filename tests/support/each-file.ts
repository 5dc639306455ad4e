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
