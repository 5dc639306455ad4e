import { launchApp, type TestApp } from './app.ts'
import { test as base } from './counter.ts'
import { sharedInFile } from './worker.ts'

/**
 * The app as a new user gets it: with its embedded service, and the virtual terminal's window next to it. Shared by the
 * tests of the file that calls this.
 */
export const newcomerTest = () =>
  base.extend<{ readonly app: TestApp }>({
    app: sharedInFile(
      () => launchApp(),
      (app) => app.close(),
    ),
  })
