import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fromRoot } from '../../scripts/lib/paths.mjs'
import { type SnapshotName, snapshots } from './snapshots.ts'
import { stretched } from './stretched.ts'
import { openScreenHost, type ScreenOptions } from './support/screen-host.ts'

/**
 * Takes a picture of every state that a cashier can see, without main, service or terminal, in test-results/pictures/:
 *
 * npm run pictures -- cashier-states                light, at 1280 × 800
 * npm run pictures -- cashier-states --all          dark, narrow, Spanish, French and stretched too
 */
const variants: Readonly<Record<string, ScreenOptions & { readonly stretch?: boolean }>> = {
  light: {},
  dark: { scheme: 'dark' },
  tablet: { width: 1024, height: 768 },
  narrow: { width: 390, height: 844 },
  'narrow-dark': { width: 390, height: 844, scheme: 'dark' },
  spanish: { language: 'es', width: 1024, height: 768 },
  french: { language: 'fr', width: 390, height: 844, scheme: 'dark' },
  stretched: { width: 1024, height: 768, stretch: true },
}

const chosen = process.argv.includes('--all') ? Object.keys(variants) : ['light']
const folder = fromRoot('test-results', 'pictures')
await mkdir(folder, { recursive: true })
const host = await openScreenHost()
try {
  for (const variant of chosen) {
    const { stretch = false, ...options } = variants[variant] ?? {}
    for (const name of Object.keys(snapshots) as SnapshotName[]) {
      await host.show(stretch ? stretched(snapshots[name]) : snapshots[name], options)
      // Code that a state needs is loaded late: a shop that sells items begins with the keypad only.
      await host.page.waitForLoadState('networkidle')
      await host.page.screenshot({ path: join(folder, `${name}.${variant}.png`) })
    }
  }
} finally {
  await host.close()
}
console.log(`${chosen.length * Object.keys(snapshots).length} pictures in ${folder}`)
