import { dirname } from 'node:path'
import { _electron, type ElectronApplication } from 'playwright-core'
import { electronPath } from '../../scripts/lib/electron.mjs'

type LaunchOptions = Omit<NonNullable<Parameters<typeof _electron.launch>[0]>, 'executablePath'>

/**
 * Starts this checkout's Electron under Playwright. Playwright finds it by the variable that the package `electron`
 * has for that, not by `executablePath`: with a path it leaves out its loader, which holds Electron's `ready` until
 * Playwright listens, and a window that opens before that now and then ended the handshake.
 */
export async function launchElectron(options: LaunchOptions): Promise<ElectronApplication> {
  process.env.ELECTRON_OVERRIDE_DIST_PATH ??= dirname(await electronPath())
  return _electron.launch(options)
}
