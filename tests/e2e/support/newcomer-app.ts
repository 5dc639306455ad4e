import { launchApp, type TestApp } from './app.ts'
import { test as base } from './counter.ts'

/**
 * The app as a new user gets it: with its embedded service, and the virtual terminal's window next to it. Shared by the
 * tests of one file only: Playwright runs files with identical fixtures in one worker after the other.
 */
export const newcomerTest = () =>
  base.extend<object, { readonly app: TestApp }>({
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
