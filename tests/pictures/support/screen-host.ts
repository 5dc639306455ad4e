import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright-core'
import { launchEnvironment, sandboxArgs } from '../../../scripts/lib/electron.mjs'
import { fromRoot } from '../../../scripts/lib/paths.mjs'
import type { Settings } from '../../../src-shared/pos/settings/settings.ts'
import type { Snapshot } from '../../../src-shared/pos/snapshot.ts'
import { actionLimitMs } from '../../support/action-limit.ts'
import { launchChromium } from '../../support/launch-chromium.ts'
import { launchElectron } from '../../support/launch-electron.ts'
import { typeByHand } from '../../support/type-by-hand.ts'
import { pictureTime, snapshots } from '../snapshots.ts'
import type { Scene } from '../staff-scenes.ts'
import { answerWith, forgetAnswers, installFakeBridge } from './fake-bridge.ts'
import { servePage } from './page-server.ts'

export interface ScreenOptions {
  /** In CSS pixels. */
  readonly width?: number
  readonly height?: number
  readonly scheme?: 'light' | 'dark'
  readonly language?: Settings['language']
}

/**
 * Draws the built cashier's page from snapshots alone, in the product's Electron. COUNTERTOP_SCREENS_IN=chromium draws it
 * in the browser of the payment page's tests, which is newer than an Electron that had to be fetched from a package.
 */
export interface ScreenHost {
  readonly page: Page
  /** Reloads the page with this snapshot; its clock stands still at `pictureTime`. */
  show(snapshot: Snapshot, options?: ScreenOptions): Promise<void>
  /** Reloads the page before main has answered. @returns a function that answers with this snapshot. */
  showBeforeAnswer(snapshot: Snapshot): Promise<() => Promise<void>>
  /** Passes this snapshot to the loaded page, as a window of the app gets its next one. */
  change(snapshot: Snapshot, options?: ScreenOptions): Promise<void>
  /** Shows a page behind a PIN, with a person's steps from the counter. */
  showScene(scene: Scene, options?: ScreenOptions): Promise<void>
  /** Shows it in the loaded page if the previous scene left nothing behind; otherwise like `showScene`. */
  turnToScene(scene: Scene, options?: ScreenOptions): Promise<void>
  /** The page's errors and violations of the content security policy since it was shown. */
  complaints(): readonly string[]
  close(): Promise<void>
}

export async function openScreenHost(): Promise<ScreenHost> {
  const server = await servePage(fromRoot('dist', 'renderer'))
  const userData = mkdtempSync(join(tmpdir(), 'countertop-screens-'))
  const program =
    process.env.COUNTERTOP_SCREENS_IN === 'chromium' ? await inChromium() : await launch(userData)
  const page = await program.firstWindow({ timeout: actionLimitMs })
  typeByHand(page)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  const setFirst = await installFakeBridge(page)
  await page.clock.setFixedTime(pictureTime)
  let revision = 1
  /** The page's current options; only `prepare` changes them. */
  let look: Required<ScreenOptions> | null = null
  const prepare = async (snapshot: Snapshot, options: ScreenOptions): Promise<Snapshot> => {
    const { width = 1280, height = 800, scheme = 'light', language = 'en' } = options
    if (width !== look?.width || height !== look.height) {
      await page.setViewportSize({ width, height })
      await page.evaluate(hasSize, [width, height] as const)
    }
    // Animations would be captured frame by frame; without them the final state is the same.
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
    // Passed as a text, which Playwright hands on unchanged: it traverses an object several times.
    const next = JSON.stringify({ ...prepared, revision })
    await page.evaluate(settled, { next, language: prepared.settings.language })
  }
  /** Whether closing its page leaves nothing of the last scene. */
  let closesCleanly = false
  const saleBetween = page.locator('main[data-sale-state=authorizing]')
  const goTo = async ({ place, answers = {}, steps }: Scene) => {
    // A refusal stays visible, and an unanswered command stays pending.
    closesCleanly = answers.refusal === undefined && answers.refusals === undefined
    await answerWith(page, answers)
    await page.keyboard.press(place === 'Payments' ? 'F6' : 'F7')
    await page.locator('main[data-place]').waitFor()
    await steps?.(page)
    // The last step's command has been answered and drawn by then.
    await page.evaluate(settled, { next: null, language: null })
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
        // A sale fills the screen: it closes the page behind a PIN, which forgets its state. It is drawn with the
        // previous options: only the page that is examined next is drawn with its own.
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
      await program.close()
      server.close()
      rmSync(userData, { recursive: true, force: true })
    },
  }
}

/** Runs in the page, which gets its new size a little after Playwright's answer. */
async function hasSize([width, height]: readonly [number, number]): Promise<void> {
  while (innerWidth !== width || innerHeight !== height) await new Promise(requestAnimationFrame)
}

interface Settled {
  /** The next snapshot as JSON; null: none. */
  readonly next: string | null
  /** Waits for its words, which come later than the snapshot; null: the words are loaded. */
  readonly language: Settings['language'] | null
}

/** Runs in the page: waits until the fake bridge has answered, the answer is drawn, and animations have ended. */
async function settled({ next, language }: Settled): Promise<void> {
  if (next !== null) window.bridgeOfTests.push(JSON.parse(next))
  while (language !== null && document.documentElement.lang !== language)
    await new Promise(requestAnimationFrame)
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
  const once = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  await Promise.all(once.map(({ finished }) => finished.catch(() => undefined)))
}

async function inChromium(): Promise<Pick<ElectronApplication, 'firstWindow' | 'close'>> {
  const browser = await launchChromium({ args: [...sandboxArgs(), '--force-device-scale-factor=1'] })
  const context = await browser.newContext()
  return { firstWindow: () => context.newPage(), close: () => browser.close() }
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
