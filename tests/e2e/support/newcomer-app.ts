import { launchApp, type TestApp } from './app.ts'
import { test as base } from './counter.ts'

/** The app as a newcomer gets it, one for each worker: its own service, and the virtual terminal's window beside it. */
export const test = base.extend<object, { readonly app: TestApp }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const app = await launchApp()
      await use(app)
      await app.close()
    },
    { scope: 'worker' },
  ],
})
