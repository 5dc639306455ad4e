import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright-core'
import { launchArgs, launchEnvironment } from '../../../scripts/lib/electron.mjs'
import { dataPaths } from '../../../src-main/paths.ts'
import { defaultSettings } from '../../../src-main/settings/settings.ts'
import type { Settings } from '../../../src-shared/pos/settings/settings.ts'
import { launchElectron } from '../../support/launch-electron.ts'
import { describeHang } from './describe-hang.ts'
import { passTime, setClockBy } from './movable-clock.ts'
import type { TestService } from './service.ts'

/** The real app in real Electron, with a user-data folder of its own that outlives a kill. */
export interface TestApp {
  readonly electron: ElectronApplication
  readonly pos: Page
  readonly userData: string
  /** Sets this computer's clock, as the app's main process sees it, forward or back by so much, ms. */
  setClockBy(ms: number): Promise<void>
  /** Lets so much time pass for the app's main process: its clock moves, and its timers that are due by then fire; ms. */
  passTime(ms: number): Promise<void>
  /** The power fails: SIGKILL, no farewell. */
  kill(): Promise<void>
  close(): Promise<void>
}

export interface LaunchOptions {
  /** Use this service instead of the embedded one. */
  readonly service?: TestService
  readonly hsn?: string
  /** Continue where an earlier launch was killed. */
  readonly userData?: string
  /** What somebody had set before this first launch. */
  readonly settings?: Partial<Settings>
  readonly env?: Readonly<Record<string, string>>
  /** Before the app's folder, such as `-r` and a module that is loaded first. */
  readonly electronArgs?: readonly string[]
}

export async function launchApp(options: LaunchOptions = {}): Promise<TestApp> {
  const userData = options.userData ?? mkdtempSync(join(tmpdir(), 'countertop-app-'))
  const { settings: settingsFile } = dataPaths(userData)
  if (options.settings !== undefined && !existsSync(settingsFile)) {
    writeFileSync(settingsFile, JSON.stringify({ ...defaultSettings('en-US'), ...options.settings }))
  }
  const electron = await launchElectron({
    args: [...(options.electronArgs ?? []), ...launchArgs({ virtualDisplay: true })],
    env: {
      ...definedOnly(launchEnvironment(process.env)),
      COUNTERTOP_USER_DATA: userData,
      ...serviceEnvironment(options),
      ...options.env,
    },
  })
  const pos = await windowAt(electron, 'app://pos/')
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

/** Ten times as long as an app takes at the most (src-main/quit.ts), ms. */
const closeLimitMs = 60_000

/** An app that does not close fails the test that opened it, and not the worker and all tests after it. */
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
 * The window whose page is under this address; waits until it is open. It looks again and again, because a window that
 * was opened before anybody listened, and has not reached its address yet, is announced to nobody.
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
