import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fromRoot } from '../../scripts/lib/paths.mjs'
import { auditScenes } from './audit-scenes.ts'
import { installerScenes } from './installer-scenes.ts'
import { peopleScenes } from './people-scenes.ts'
import { reportScenes } from './report-scenes.ts'
import { type Scene, staffScenes } from './staff-scenes.ts'
import { openScreenHost, type ScreenOptions } from './support/screen-host.ts'

/**
 * Takes a picture of every state of the manager's and the installer's pages, in test-results/pictures/:
 *
 * npm run pictures -- staff-states                  light, at 1280 × 800
 * npm run pictures -- staff-states --all            dark, narrow, wide, Spanish and French too
 * npm run pictures -- staff-states --only=refund    those whose name contains a word
 * npm run pictures -- staff-states --whole          with the whole height of the page
 */
const variants: Readonly<Record<string, ScreenOptions>> = {
  light: {},
  dark: { scheme: 'dark' },
  narrow: { width: 390, height: 844 },
  'narrow-dark': { width: 360, height: 740, scheme: 'dark' },
  tablet: { width: 1024, height: 768 },
  wide: { width: 1920, height: 1080 },
  spanish: { language: 'es', width: 390, height: 844 },
  french: { language: 'fr', width: 1024, height: 768, scheme: 'dark' },
}

const value = (name: string) =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3)
const asked = value('variants')?.split(',')
const chosen = process.argv.includes('--all') ? Object.keys(variants) : (asked ?? ['light'])
const only = value('only')?.split(',') ?? ['']
const scenes: Readonly<Record<string, Scene>> = {
  ...staffScenes,
  ...reportScenes,
  ...auditScenes,
  ...peopleScenes,
  ...installerScenes,
}
const names = Object.keys(scenes).filter((name) => only.some((part) => name.includes(part)))

async function growToPage({ snapshot }: Scene, options: ScreenOptions = {}) {
  const height = await host.page.evaluate(() =>
    Math.max(
      innerHeight,
      ...[...document.querySelectorAll('*')].map(
        ({ scrollHeight, clientHeight }) => innerHeight + scrollHeight - clientHeight,
      ),
    ),
  )
  await host.change(snapshot, { ...options, height: Math.min(height, 6_000) })
}

const folder = fromRoot('test-results', 'pictures')
await mkdir(folder, { recursive: true })
const host = await openScreenHost()
try {
  for (const variant of chosen) {
    for (const name of names) {
      const scene = scenes[name]
      if (scene === undefined) continue
      // The steps press controls by their English names; then the page is redrawn in the other variant.
      await host.showScene(scene)
      await host.change(scene.snapshot, variants[variant])
      if (process.argv.includes('--whole')) await growToPage(scene, variants[variant])
      await host.page.screenshot({ path: join(folder, `${name}.${variant}.png`) })
      for (const complaint of host.complaints()) console.error(`${name}: ${complaint}`)
    }
  }
} finally {
  await host.close()
}
console.log(`${chosen.length * names.length} pictures in ${folder}`)
