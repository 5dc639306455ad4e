import { launchApp, type TestApp } from './app.ts'
import { test as base } from './counter.ts'
import { sharedInFile } from './worker.ts'

/** The app as a new user gets it: with its embedded service, and the virtual terminal's window next to it. */
export interface Newcomer {
  readonly app: TestApp
  /** Closes the app, and starts it again with the same files. */
  restart(): Promise<TestApp>
}

/** The tests of the file that calls this share one such app. */
export const newcomerTest = () =>
  base.extend<{ readonly newcomer: Newcomer; readonly app: TestApp }>({
    newcomer: sharedInFile(openNewcomer, ({ app }) => app.close()),
    app: async ({ newcomer }, use) => use(newcomer.app),
  })

async function openNewcomer(): Promise<Newcomer> {
  let app = await launchApp()
  return {
    get app() {
      return app
    },
    restart: async () => {
      await app.electron.close()
      app = await launchApp({ userData: app.userData })
      return app
    },
  }
}
