import { launchApp, type TestApp } from './app.ts'
import { test as base } from './counter.ts'

/**
 * The app as a newcomer gets it: its own service, and the virtual terminal's window beside it. One for all tests of the file
 * that asks for it, and for no other file: Playwright gives files whose fixtures are the same one worker after the other.
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
