import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright-core'
import { electronPath, launchArgs, launchEnvironment } from '../../../scripts/lib/electron.mjs'
import { launchElectron } from '../../support/launch-electron.ts'
import type { TestService } from './service.ts'

/** The real app in real Electron, with a user-data folder of its own that outlives a kill. */
export interface TestApp {
  readonly electron: ElectronApplication
  readonly pos: Page
  readonly userData: string
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
  readonly env?: Readonly<Record<string, string>>
}

export async function launchApp(options: LaunchOptions = {}): Promise<TestApp> {
  const userData = options.userData ?? mkdtempSync(join(tmpdir(), 'countertop-app-'))
  const electron = await launchElectron({
    executablePath: await electronPath(),
    args: launchArgs({ virtualDisplay: true }),
    env: {
      ...definedOnly(launchEnvironment(process.env)),
      COUNTERTOP_USER_DATA: userData,
      ...serviceEnvironment(options),
      ...options.env,
    },
  })
  const pos = await windowAt(electron, 'app://pos/')
  return {
    electron,
    pos,
    userData,
    kill: async () => {
      const closed = electron.waitForEvent('close')
      electron.process().kill('SIGKILL')
      await closed
    },
    close: async () => {
      await electron.close()
      rmSync(userData, { recursive: true, force: true })
    },
  }
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
const windowLimitMs = 30_000

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
