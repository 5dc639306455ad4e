import { test as base } from '@playwright/test'
import { type CheckoutHost, openCheckoutHost } from '../../pictures/support/checkout-host.ts'
import { openScreenHost, type ScreenHost } from '../../pictures/support/screen-host.ts'

/**
 * Programs that draw pages from given states, started once per Playwright worker for all its tests. (`beforeAll` would
 * start one per test when the tests of a file run in parallel.)
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
