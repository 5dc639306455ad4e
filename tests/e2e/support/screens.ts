import { test as base } from '@playwright/test'
import { type CheckoutHost, openCheckoutHost } from '../../pictures/support/checkout-host.ts'
import { openScreenHost, type ScreenHost } from '../../pictures/support/screen-host.ts'

/**
 * Programs that draw pages from made-up states: started once in each of Playwright's processes, for all the tests that
 * it runs. (`beforeAll` would start one for each test, where the tests of a file run at the same time.)
 */
interface WorkerFixtures {
  /** Draws the counter. */
  readonly host: ScreenHost
  /** Draws the payment page. */
  readonly checkout: CheckoutHost
}

export const test = base.extend<object, WorkerFixtures>({
  host: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern that no other fixture is needed.
    async ({}, use) => {
      const host = await openScreenHost()
      await use(host)
      await host.close()
    },
    { scope: 'worker' },
  ],
  checkout: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      const host = await openCheckoutHost()
      await use(host)
      await host.close()
    },
    { scope: 'worker' },
  ],
})

export { expect } from '@playwright/test'
