import { afterAll, afterEach, expect, vi } from 'vitest'
import { removeTemporaryFolders } from './temporary-folder.ts'

// Vitest runs this for each test file, though the files share their modules; what a file itself registers runs before.
afterAll(removeTemporaryFolders)

// Nor does a test leave its clock to the next file, which would wait for ever.
afterEach(() => void vi.useRealTimers())

// Nor the page's stores: an open dialog, an order, a sale under way.
afterAll(async () => {
  if (!expect.getState().testPath?.includes('/tests/unit/renderer/')) return
  const { resetStores } = await import('./reset-stores.ts')
  await resetStores()
})
