import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright-core'
import { launchArgs, launchEnvironment } from '../../../scripts/lib/electron.mjs'
import { fromRoot } from '../../../scripts/lib/paths.mjs'
import { dataPaths } from '../../../src-main/paths.ts'
import { defaultSettings } from '../../../src-main/settings/settings.ts'
import type { Settings } from '../../../src-shared/pos/settings/settings.ts'
import { launchElectron } from '../../support/launch-electron.ts'
import { typeByHand } from '../../support/type-by-hand.ts'
import { describeHang } from './describe-hang.ts'
import { passTime, setClockBy } from './movable-clock.ts'
import type { TestService } from './service.ts'

/** The real app in real Electron, with its own user data folder, which is kept after a kill. */
export interface TestApp {
  readonly electron: ElectronApplication
  readonly pos: Page
  readonly userData: string
  /** Moves the clock that the app's main process sees by `ms`, forward or back. */
  setClockBy(ms: number): Promise<void>
  /** Advances the time of the app's main process by `ms`: moves its clock, and fires the timers due by then. */
  passTime(ms: number): Promise<void>
  /** A power failure: SIGKILL, without a proper end. */
  kill(): Promise<void>
  close(): Promise<void>
}

export interface LaunchOptions {
  /** The service to use instead of the embedded one. */
  readonly service?: TestService
  readonly hsn?: string
  /** The user data folder of an earlier launch that was killed. */
  readonly userData?: string
  /** Settings made before this first launch. */
  readonly settings?: Partial<Settings>
  readonly env?: Readonly<Record<string, string>>
  /** Arguments before the app's folder, such as `-r` with a module to load first. */
  readonly electronArgs?: readonly string[]
  /** PINs and passphrases are hashed at the product's cost. Tests need not wait for that, measurements must. */
  readonly realHashes?: boolean
}

const quickHashes = ['-r', fromRoot('tests/e2e/support/quick-hashes.cjs')]

export async function launchApp(options: LaunchOptions = {}): Promise<TestApp> {
  const userData = options.userData ?? mkdtempSync(join(tmpdir(), 'countertop-app-'))
  const { settings: settingsFile } = dataPaths(userData)
  if (options.settings !== undefined && !existsSync(settingsFile)) {
    writeFileSync(settingsFile, JSON.stringify({ ...defaultSettings('en-US'), ...options.settings }))
  }
  const electron = await launchElectron({
    args: [
      ...(options.realHashes ? [] : quickHashes),
      ...(options.electronArgs ?? []),
      ...launchArgs({ virtualDisplay: true }),
    ],
    env: {
      ...definedOnly(launchEnvironment(process.env)),
      COUNTERTOP_USER_DATA: userData,
      ...serviceEnvironment(options),
      ...options.env,
    },
  })
  const pos = await windowAt(electron, 'app://pos/')
  typeByHand(pos)
  let gone = false
  return {
    electron,
    pos,
    userData,
    setClockBy: (ms) => electron.evaluate(setClockBy, ms),
    passTime: (ms) => electron.evaluate(passTime, ms),
    kill: async () => {
      const closed = electron.waitForEvent('close')
      electron.process().kill('SIGKILL')
      await closed
      gone = true
    },
    close: async () => {
      try {
        if (!gone) await closeOrKill(electron)
      } finally {
        gone = true
        rmSync(userData, { recursive: true, force: true })
      }
    },
  }
}

/** Ten times the maximum time an app needs to close (src-main/process/quit.ts), in ms. */
const closeLimitMs = 60_000

/** Closes the app. An app that hangs fails only its own test, not the worker with all later tests. */
async function closeOrKill(electron: ElectronApplication): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), closeLimitMs)
  })
  const end = await Promise.race([electron.close(), limit])
  clearTimeout(timer)
  if (end !== 'late') return
  const found = await describeHang(electron)
  electron.process().kill('SIGKILL')
  throw new Error(`the app did not close within ${closeLimitMs} ms; ${found}`)
}

/**
 * Waits for the window whose page has this address. Polls, since a window that was opened before anybody listened and
 * has not loaded its address yet is not announced.
 */
export async function windowAt(electron: ElectronApplication, address: string): Promise<Page> {
  const end = Date.now() + windowLimitMs
  for (;;) {
    const open = electron.windows().find((page) => page.url().startsWith(address))
    if (open !== undefined) return open
    if (Date.now() > end) throw new Error(`no window at ${address} after ${windowLimitMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
const windowLimitMs = 60_000

function serviceEnvironment({ service, hsn }: LaunchOptions): Record<string, string> {
  if (service === undefined) return {}
  return {
    COUNTERTOP_SERVICE_URL: service.url,
    COUNTERTOP_API_KEY: service.private_key,
    COUNTERTOP_ACCOUNT_ID: service.account_id,
    COUNTERTOP_MERCHANT_ID: service.merchant_id,
    COUNTERTOP_VIRTUAL_TERMINAL: 'none',
    ...(hsn === undefined ? {} : { COUNTERTOP_HSN: hsn }),
  }
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
