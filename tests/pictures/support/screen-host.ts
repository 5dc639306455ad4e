import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright-core'
import { launchEnvironment, sandboxArgs } from '../../../scripts/lib/electron.mjs'
import { fromRoot } from '../../../scripts/lib/paths.mjs'
import type { Settings } from '../../../src-shared/pos/settings/settings.ts'
import type { Snapshot } from '../../../src-shared/pos/snapshot.ts'
import { launchElectron } from '../../support/launch-electron.ts'
import { pictureTime, snapshots } from '../snapshots.ts'
import type { Scene } from '../staff-scenes.ts'
import { answerWith, forgetAnswers, installFakeBridge, pushSnapshot } from './fake-bridge.ts'
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
  /** Loads the page anew while main has not answered yet. @returns lets it answer with this snapshot. */
  showBeforeAnswer(snapshot: Snapshot): Promise<() => Promise<void>>
  /** Draws this snapshot in the page that is loaded, as a window of the app gets its next one. */
  change(snapshot: Snapshot, options?: ScreenOptions): Promise<void>
  /** Shows a page behind a PIN, from the counter on, as a person gets there. */
  showScene(scene: Scene, options?: ScreenOptions): Promise<void>
  /** Shows it in the page that is loaded, where the scene before left nothing behind; else like `showScene`. */
  turnToScene(scene: Scene, options?: ScreenOptions): Promise<void>
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
  let revision = 1
  /** What the page looks like now; nothing but `prepare` changes it. */
  let look: Required<ScreenOptions> | null = null
  const prepare = async (snapshot: Snapshot, options: ScreenOptions): Promise<Snapshot> => {
    const { width = 1280, height = 800, scheme = 'light', language = 'en' } = options
    if (width !== look?.width || height !== look.height) {
      await page.setViewportSize({ width, height })
      // The page has its new size a little later than the answer.
      await page.waitForFunction(([w, h]) => innerWidth === w && innerHeight === h, [width, height] as const)
    }
    // What moves is drawn frame by frame, and looks the same once it stands.
    if (scheme !== look?.scheme) await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    look = { width, height, scheme, language }
    return { ...snapshot, settings: { ...snapshot.settings, color_scheme: scheme, language } }
  }
  const show: ScreenHost['show'] = async (snapshot, options = {}) => {
    complaints.length = 0
    revision = snapshot.revision
    setFirst(await prepare(snapshot, options))
    await page.goto(server.url)
    await page.locator('main[data-sale-state], main[data-place=sign_in]').waitFor()
  }
  const change: ScreenHost['change'] = async (snapshot, options = {}) => {
    revision += 1
    const prepared = await prepare(snapshot, options)
    await pushSnapshot(page, { ...prepared, revision })
    await page.evaluate(settled, prepared.settings.language)
  }
  /** Whether nothing of the scene that was shown last stays when its page is closed. */
  let closesCleanly = false
  const saleBetween = page.locator('main[data-sale-state=authorizing]')
  const goTo = async ({ place, answers = {}, steps }: Scene) => {
    // A refusal stays in sight, and what is never answered runs on.
    closesCleanly = answers.refusal === undefined && answers.refusals === undefined
    await answerWith(page, answers)
    await page.keyboard.press(place === 'Payments' ? 'F6' : 'F7')
    await page.locator('main[data-place]').waitFor()
    await steps?.(page)
    // What the last step asked has been answered and drawn by then.
    await page.evaluate(settled, null)
  }
  const showScene: ScreenHost['showScene'] = async (scene, options) => {
    await show(scene.snapshot, options)
    await goTo(scene)
  }
  return {
    page,
    complaints: () => complaints,
    show: async (snapshot, options) => {
      closesCleanly = false
      await show(snapshot, options)
    },
    showBeforeAnswer: async (snapshot) => {
      closesCleanly = false
      complaints.length = 0
      revision = snapshot.revision
      const first = await prepare(snapshot, {})
      let answer = (): void => undefined
      setFirst(
        new Promise((resolve) => {
          answer = () => resolve(first)
        }),
      )
      await page.goto(server.url)
      await page.locator('[inert] main').waitFor({ state: 'attached' })
      return async () => {
        answer()
        await page.locator('main[data-sale-state], main[data-place=sign_in]').waitFor()
      }
    },
    change,
    showScene,
    turnToScene: async (scene, options) => {
      if (closesCleanly) {
        // A sale has the screen to itself: it closes the page behind a PIN, which forgets what it knew.
        // It comes in the look of before: only the page that is looked at next is drawn in its own.
        await change(snapshots.authorizing, look ?? {})
        await saleBetween.waitFor()
        closesCleanly = (await page.getByRole('dialog').count()) === 0
      }
      if (!closesCleanly) return showScene(scene, options)
      complaints.length = 0
      await forgetAnswers(page)
      await change(scene.snapshot, options)
      await saleBetween.waitFor({ state: 'detached' })
      await goTo(scene)
    },
    close: async () => {
      await electron.close()
      server.close()
      rmSync(userData, { recursive: true, force: true })
    },
  }
}

/**
 * Runs in the page: what was asked of the fake bridge has been answered, the answer is drawn, and what moves once has
 * come to rest.
 * @param language whose words are waited for, which come later than the snapshot; null for those that are there
 */
async function settled(language: Settings['language'] | null): Promise<void> {
  while (language !== null && document.documentElement.lang !== language)
    await new Promise(requestAnimationFrame)
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
  const once = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  await Promise.all(once.map(({ finished }) => finished.catch(() => undefined)))
}

async function launch(userData: string): Promise<ElectronApplication> {
  return launchElectron({
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
