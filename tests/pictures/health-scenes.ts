import type { HealthFacts } from '../../src-shared/pos/installer-tools/health.ts'
import type { HealthAnswer } from '../../src-shared/pos/installer-tools/health-commands.ts'
import type { NetworkTest } from '../../src-shared/pos/installer-tools/network-test.ts'
import { terminals } from './installer-data.ts'
import { scene } from './installer-scene.ts'
import { healthy, networkGuest, networkHere, networkSilent, unwell } from './setup-data.ts'
import type { Scene } from './staff-scenes.ts'

/** The page of what works and what does not. */
const health = (facts: HealthFacts, detailed_until: string | null = null): Scene =>
  scene(
    {},
    async (page) => {
      await page.locator('h1 + div button').nth(3).click()
      await page.locator('[data-health]').first().waitFor()
    },
    {
      replies: {
        'terminals.list': terminals,
        'health.read': { facts, detailed_until } satisfies HealthAnswer,
      },
    },
  )

/** The network page after a test; `never`: the test is running. */
const network = (test: NetworkTest | 'never' | 'failed'): Scene => {
  const { snapshot, place } = scene()
  const asked = test === 'never' || test === 'failed'
  return {
    ...{ snapshot, place },
    async steps(page) {
      await page.locator('h1 + div button').nth(3).click()
      await page.locator('[data-network] button').click()
      const done = asked ? (test === 'never' ? 'button:disabled' : '[role=alert]') : '[data-step]'
      await page.locator(`[data-network] ${done}`).first().waitFor()
      await page.locator('[data-network]').scrollIntoViewIfNeeded()
    },
    answers: {
      replies: {
        'terminals.list': terminals,
        'health.read': { facts: healthy, detailed_until: null } satisfies HealthAnswer,
        'health.stop_network': null,
        ...(asked ? {} : { 'health.network': test }),
      },
      ...(asked ? { refusals: { 'health.network': test } } : {}),
    },
  }
}

/** Every state of the health page, by the name of its picture. */
export const healthScenes = {
  health: health(unwell, '2026-11-21T15:00:00.000Z'),
  'health-well': health(healthy),
  'network-silent': network(networkSilent),
  'network-guest': network(networkGuest),
  'network-here': network(networkHere),
  'network-running': network('never'),
  'network-failed': network('failed'),
} as const satisfies Readonly<Record<string, Scene>>
