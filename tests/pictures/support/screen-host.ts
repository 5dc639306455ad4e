import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright-core'
import { electronPath, launchEnvironment, sandboxArgs } from '../../../scripts/lib/electron.mjs'
import { fromRoot } from '../../../scripts/lib/paths.mjs'
import type { Settings, Snapshot } from '../../../src-shared/pos/snapshot.ts'
import { launchElectron } from '../../support/launch-electron.ts'
import { pictureTime } from '../snapshots.ts'
import type { Scene } from '../staff-scenes.ts'
import { answerWith, installFakeBridge } from './fake-bridge.ts'
import { servePage } from './page-server.ts'

export interface ScreenOptions {
  /** In CSS pixels. */
  readonly width?: number
  readonly height?: number
  readonly scheme?: 'light' | 'dark'
  readonly language?: Settings['language']
}

/** Draws the built cashier's page from snapshots alone, in the Electron that the product runs on. */
export interface ScreenHost {
  readonly page: Page
  /** Loads the page anew with this snapshot, its clock standing still at `pictureTime`. */
  show(snapshot: Snapshot, options?: ScreenOptions): Promise<void>
  /** Shows a page behind a PIN, from the counter on, as a person gets there. */
  showScene(scene: Scene, options?: ScreenOptions): Promise<void>
  /** What the page complained of since it was shown: errors, and breaches of the content security policy. */
  complaints(): readonly string[]
  close(): Promise<void>
}

export async function openScreenHost(): Promise<ScreenHost> {
  const server = await servePage(fromRoot('dist', 'renderer'))
  const userData = mkdtempSync(join(tmpdir(), 'countertop-screens-'))
  const electron = await launch(userData)
  const page = await electron.firstWindow()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  const setFirst = await installFakeBridge(page)
  await page.clock.setFixedTime(pictureTime)
  const show: ScreenHost['show'] = async (snapshot, options = {}) => {
    const { width = 1280, height = 800, scheme = 'light', language = 'en' } = options
    complaints.length = 0
    setFirst({ ...snapshot, settings: { ...snapshot.settings, color_scheme: scheme, language } })
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: scheme })
    await page.goto(server.url)
    await page.locator('main[data-sale-state]').waitFor()
  }
  return {
    page,
    complaints: () => complaints,
    show,
    showScene: async ({ snapshot, place, answers = {}, steps }, options) => {
      await show(snapshot, options)
      await answerWith(page, answers)
      await page.keyboard.press(place === 'Payments' ? 'F6' : 'F7')
      await page.locator('main[data-place]').waitFor()
      await steps?.(page)
      // What the last step asked has been answered and drawn by then.
      await page.evaluate(() => new Promise((drawn) => setTimeout(drawn, 30)))
    },
    close: async () => {
      await electron.close()
      server.close()
      rmSync(userData, { recursive: true, force: true })
    },
  }
}

async function launch(userData: string): Promise<ElectronApplication> {
  return launchElectron({
    executablePath: await electronPath(),
    args: [
      fromRoot('tests', 'pictures', 'host'),
      ...sandboxArgs(),
      '--disable-gpu',
      '--force-device-scale-factor=1',
      `--user-data-dir=${userData}`,
    ],
    env: Object.fromEntries(
      Object.entries(launchEnvironment(process.env)).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      ),
    ),
  })
}
