import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fromRoot } from '../../scripts/lib/paths.mjs'
import { type CheckoutScene, checkoutScenes } from './checkout-scenes.ts'
import { type CheckoutLook, openCheckoutHost } from './support/checkout-host.ts'

/**
 * Takes a picture of every state of the payers' page, in test-results/checkout/:
 *
 * npm run pictures -- checkout-states          light
 * npm run pictures -- checkout-states --all    dark, at 320 pixels in Spanish and French, and at 200 per cent too
 */
const looks: Readonly<Record<string, CheckoutLook>> = {
  light: {},
  dark: { scheme: 'dark' },
  'phone-es': { width: 320, height: 700, language: 'es-MX' },
  'phone-fr-dark': { width: 320, height: 700, language: 'fr-CA', scheme: 'dark' },
  // A window of 1100 pixels at 200 per cent.
  zoomed: { width: 550, height: 450 },
}

const chosen = process.argv.includes('--all') ? Object.keys(looks) : ['light']
const folder = fromRoot('test-results', 'checkout')
mkdirSync(folder, { recursive: true })
const host = await openCheckoutHost()
try {
  for (const look of chosen) {
    for (const [name, scene] of Object.entries<CheckoutScene>(checkoutScenes)) {
      const page = await host.show(scene, looks[look])
      await page.screenshot({ path: join(folder, `${name}-${look}.png`), fullPage: true })
    }
  }
} finally {
  await host.close()
}
console.log(`${chosen.length * Object.keys(checkoutScenes).length} pictures in ${folder}`)
