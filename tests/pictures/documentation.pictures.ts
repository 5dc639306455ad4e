import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromRoot } from '../../scripts/lib/paths.mjs'
import { applicationScenes } from './application-scenes.ts'
import { auditScenes } from './audit-scenes.ts'
import { type CheckoutScene, checkoutScenes } from './checkout-scenes.ts'
import { installerScenes } from './installer-scenes.ts'
import { peopleScenes } from './people-scenes.ts'
import { reportScenes } from './report-scenes.ts'
import { showSelling } from './selling-scene.ts'
import { type SnapshotName, snapshots } from './snapshots.ts'
import { staffScenes } from './staff-scenes.ts'
import { type CheckoutHost, openCheckoutHost } from './support/checkout-host.ts'
import { takeForm } from './support/form-host.ts'
import { openScreenHost, type ScreenHost } from './support/screen-host.ts'
import { takePrinted } from './support/take-printed.ts'

/**
 * Takes the pictures that the README and docs/ name into docs/pictures/ (AREA-STATE-SCHEME.png, or first-sale/STEP.png
 * from one whole sale in the real app with both windows), and removes those that are no longer named.
 */
const named = /pictures\/([a-z0-9/-]+)\.png/g

async function picturesShown(): Promise<readonly string[]> {
  const inDocs = (await readdir(fromRoot('docs'), { recursive: true })).map((file) => `docs/${file}`)
  const pages = ['README.md', ...inDocs].filter((file) => file.endsWith('.md'))
  const texts = await Promise.all(pages.map((page) => readFile(fromRoot(page), 'utf8')))
  const names = texts.flatMap((text) => [...text.matchAll(named)].map(([, name = '']) => name))
  return [...new Set(names)].sort()
}

/** @throws for an unknown screen name */
async function take(host: ScreenHost, name: string, path: string): Promise<void> {
  const [, area, state = '', scheme] = /^(cashier|manager|installer)-(.+)-(light|dark)$/.exec(name) ?? []
  if (scheme !== 'light' && scheme !== 'dark') throw new Error(`No screen is named by ${name}.png`)
  const scenes =
    area === 'manager'
      ? { ...staffScenes, ...reportScenes, ...auditScenes, ...peopleScenes }
      : installerScenes
  if (area === 'cashier' && state === 'selling') await showSelling(host, { scheme })
  else if (area === 'cashier' && state in snapshots)
    await host.show(snapshots[state as SnapshotName], { scheme })
  else if (area !== 'cashier' && state in scenes)
    await host.showScene(scenes[state as keyof typeof scenes], { scheme })
  else throw new Error(`No screen is named by ${name}.png`)
  await host.page.screenshot({ path })
}

/** @throws for an unknown state of the payers' page */
async function takeCheckout(host: CheckoutHost, name: string, path: string): Promise<void> {
  const [, state = '', scheme] = /^checkout-(.+)-(light|dark)$/.exec(name) ?? []
  const scenes: Readonly<Record<string, CheckoutScene>> = checkoutScenes
  const scene = scenes[state]
  if (scene === undefined) throw new Error(`No page is named by ${name}.png`)
  const page = await host.show(scene, { scheme: scheme === 'dark' ? 'dark' : 'light', height: 800 })
  await page.screenshot({ path })
}

/** @throws for an unknown step of the applicants' form */
async function takeApplication(name: string, path: string): Promise<void> {
  const [, step = '', scheme] = /^application-(.+)-(light|dark)$/.exec(name) ?? []
  if (!(step in applicationScenes)) throw new Error(`No step is named by ${name}.png`)
  await takeForm(step as keyof typeof applicationScenes, scheme === 'dark' ? 'dark' : 'light', path)
}

const shown = await picturesShown()
const steps = shown.filter((name) => name.startsWith('first-sale/'))
const folder = fromRoot('docs', 'pictures')
rmSync(folder, { recursive: true, force: true })
mkdirSync(join(folder, 'first-sale'), { recursive: true })

const pages = shown.filter((name) => name.startsWith('checkout-'))
const forms = shown.filter((name) => name.startsWith('application-'))
for (const name of forms) await takeApplication(name, join(folder, `${name}.png`))

const papers = shown.filter((name) => name.startsWith('printed-'))
for (const name of papers) await takePrinted(name, join(folder, `${name}.png`))

const ofBrowsers = [...steps, ...pages, ...forms, ...papers]
const host = await openScreenHost()
try {
  for (const name of shown.filter((one) => !ofBrowsers.includes(one)))
    await take(host, name, join(folder, `${name}.png`))
} finally {
  await host.close()
}

const checkoutHost = await openCheckoutHost()
try {
  for (const name of pages) await takeCheckout(checkoutHost, name, join(folder, `${name}.png`))
} finally {
  await checkoutHost.close()
}

const demoFolder = mkdtempSync(join(tmpdir(), 'countertop-pictures-'))
try {
  const demo = [fromRoot('scripts', 'start.mjs'), '--demo', '--out', demoFolder]
  const { status } = spawnSync(process.execPath, demo, { stdio: 'inherit' })
  if (status !== 0) throw new Error('the sale to be photographed did not succeed')
  for (const step of steps)
    copyFileSync(join(demoFolder, `${step.slice('first-sale/'.length)}.png`), join(folder, `${step}.png`))
} finally {
  rmSync(demoFolder, { recursive: true, force: true })
}
console.log(`${shown.length} pictures in ${folder}`)
