import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, test as base } from '@playwright/test'
import { launchChromium } from '../../support/launch-chromium.ts'
import { launchApp, type TestApp } from './app.ts'
import { noTips, readyToSell } from './counter-screen.ts'
import { openLine, type TestLine } from './line.ts'
import { startService, type TestService } from './service.ts'

export const hsn = 'VT-E2E-1'

/** A counter: its own service, a scripted terminal, and the app. */
export interface CounterHarness {
  readonly service: TestService
  app: TestApp
}

/** A service, a line to it that may be cut, and a counter that uses that line. */
export interface Shop {
  /** A restart plugs the virtual terminal in again. */
  readonly service: TestService
  /** The same service, whose restart leaves it without a terminal. */
  readonly serviceAlone: TestService
  readonly line: TestLine
  readonly app: TestApp
  /** A power failure of the counter, which is then switched on again. `meanwhile` runs while it is off. */
  restartCounter(meanwhile?: () => Promise<unknown>): Promise<TestApp>
}

/** The merchant's own site: another origin, which must learn nothing but the payer's return. */
export interface ShopSite {
  readonly url: string
  /** Address and referrer of each request that its server received. */
  readonly visits: readonly { readonly url: string; readonly referrer: string | undefined }[]
}

/**
 * What the tests of a worker share. All of it is declared here, also for tests that use none of it: Playwright ends a
 * worker, with everything that it runs, before a test that declares other things.
 */
interface WorkerFixtures {
  readonly sharedCounter: CounterHarness
  readonly lastingShop: Shop
  readonly chromium: Browser
  readonly payments: TestService
  readonly shopSite: ShopSite
}

export const test = base.extend<object, WorkerFixtures>({
  sharedCounter: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern that no other fixture is needed.
    async ({}, use) => {
      const service = await startService('sandbox')
      await service.plugTerminal({ hsn })
      const app = await launchApp({ service, hsn })
      await readyToSell(app.pos)
      await use({ service, app })
      await app.close()
      await service.stop()
    },
    { scope: 'worker' },
  ],
  lastingShop: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      const started = await startService()
      // Virtual terminals end with the service, and the next test needs one here.
      const restart = async () => {
        await started.restart()
        await started.plugTerminal({ hsn })
      }
      const service = { ...started, restart }
      await service.plugTerminal({ hsn })
      const line = await openLine(service)
      // The test cards' banks approve only large amounts in part, and this shop takes such amounts without a question.
      const settings = { ...noTips, ask_above: null }
      let app = await launchApp({ service: line.service, hsn, settings })
      const restartCounter: Shop['restartCounter'] = async (meanwhile) => {
        await app.kill()
        await meanwhile?.()
        app = await launchApp({ service: line.service, hsn, userData: app.userData })
        return app
      }
      await use({
        ...{ service, serviceAlone: started, line, restartCounter },
        get app() {
          return app
        },
      })
      await app.close()
      await line.close()
      await service.stop()
    },
    { scope: 'worker' },
  ],
  chromium: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      // As in normal browsers: pages that were left stay in memory for the back button.
      const browser = await launchChromium({ ignoreDefaultArgs: ['--disable-back-forward-cache'] })
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  payments: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      const service = await startService('sandbox')
      await use(service)
      await service.stop()
    },
    { scope: 'worker' },
  ],
  shopSite: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      const visits: { url: string; referrer: string | undefined }[] = []
      const server = createServer((request: IncomingMessage, response) => {
        visits.push({ url: request.url ?? '', referrer: request.headers.referer })
        response.setHeader('content-type', 'text/html').end('<!doctype html><title>Shop</title><h1>Shop</h1>')
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as AddressInfo
      await use({ url: `http://localhost:${port}`, visits })
      server.closeAllConnections()
      server.close()
    },
    { scope: 'worker' },
  ],
})

/**
 * What the tests of one file share: opened for the first test that uses it, and closed after the last. To be called
 * while the file is loaded.
 */
export function sharedInFile<T>(open: () => Promise<T>, close: (opened: T) => Promise<void>) {
  let opened: T | undefined
  test.afterAll(async () => {
    if (opened !== undefined) await close(opened)
    opened = undefined
  })
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  return async ({}: object, use: (value: T) => Promise<void>) => {
    opened ??= await open()
    await use(opened)
  }
}
