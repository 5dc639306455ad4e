import type { Route } from '@playwright/test'
import type { Snapshot } from '../../../src-shared/pos/snapshot.ts'
import { snapshots } from '../../pictures/snapshots.ts'
import { pushSnapshot } from '../../pictures/support/fake-bridge.ts'
import type { ScreenHost } from '../../pictures/support/screen-host.ts'
import { expect, test } from '../support/screens.ts'

// The texts of another language arrive late, or never.

const frenchWords = /\/fr-[^/]*\.js$/

const inFrench = (snapshot: Snapshot, changes: Partial<Snapshot>): Snapshot => ({
  ...snapshot,
  settings: { ...snapshot.settings, language: 'fr' },
  ...changes,
})

/** Holds back the French texts. @returns a function that waits for their request, which only the test answers */
async function holdBack({ page }: ScreenHost): Promise<() => Promise<Route>> {
  const asked: Route[] = []
  await page.route(frenchWords, (route) => void asked.push(route))
  return async () => {
    await expect.poll(() => asked.length).toBe(1)
    const [route] = asked
    if (route === undefined) throw new Error('the French words were not asked for')
    return route
  }
}

test.afterEach(({ host }) => host.page.unrouteAll({ behavior: 'wait' }))

test('late texts do not replace the language chosen since', async ({ host }) => {
  const { page } = host
  await host.show(snapshots.ready)
  const words = await holdBack(host)
  const { revision } = snapshots.ready
  await pushSnapshot(page, inFrench(snapshots.ready, { revision: revision + 1 }))
  const route = await words()
  await pushSnapshot(page, { ...snapshots.ready, revision: revision + 2 })
  await route.continue()
  // Everything that waited for the texts has them by now.
  await page.evaluate((url) => import(url), route.request().url())
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('if the texts cannot be loaded, main’s messages are shown in the current language', async ({ host }) => {
  const { page } = host
  await host.show(snapshots.ready)
  const words = await holdBack(host)
  await pushSnapshot(page, inFrench(snapshots.authorizing, { revision: snapshots.ready.revision + 1 }))
  await (await words()).abort()
  await expect(page.locator('main[data-sale-state=authorizing]')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})
