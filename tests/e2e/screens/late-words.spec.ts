import type { Route } from '@playwright/test'
import type { Snapshot } from '../../../src-shared/pos/snapshot.ts'
import { snapshots } from '../../pictures/snapshots.ts'
import { pushSnapshot } from '../../pictures/support/fake-bridge.ts'
import type { ScreenHost } from '../../pictures/support/screen-host.ts'
import { expect, test } from '../support/screens.ts'

// The words of another language, which come late or not at all.

const frenchWords = /\/fr-[^/]*\.js$/

const inFrench = (snapshot: Snapshot, changes: Partial<Snapshot>): Snapshot => ({
  ...snapshot,
  settings: { ...snapshot.settings, language: 'fr' },
  ...changes,
})

/** @returns waits for the request for the French words, which is answered by the test alone. */
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

test('do not replace the language that was asked for since', async ({ host }) => {
  const { page } = host
  await host.show(snapshots.ready)
  const words = await holdBack(host)
  const { revision } = snapshots.ready
  await pushSnapshot(page, inFrench(snapshots.ready, { revision: revision + 1 }))
  const route = await words()
  await pushSnapshot(page, { ...snapshots.ready, revision: revision + 2 })
  await route.continue()
  // Whoever waited for them before has them by then.
  await page.evaluate((url) => import(url), route.request().url())
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('leave what main says in the words that are there, where they cannot be loaded', async ({ host }) => {
  const { page } = host
  await host.show(snapshots.ready)
  const words = await holdBack(host)
  await pushSnapshot(page, inFrench(snapshots.authorizing, { revision: snapshots.ready.revision + 1 }))
  await (await words()).abort()
  await expect(page.locator('main[data-sale-state=authorizing]')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})
