import { _electron, type ElectronApplication } from 'playwright-core'

type LaunchOptions = NonNullable<Parameters<typeof _electron.launch>[0]>

const launchLimitMs = 6_000
const launchTries = 8

/**
 * Starts Electron under Playwright. Now and then Playwright's own handshake with a window that opens early never
 * ends, though the app is up (seen about once in ten launches): it is given up after a while, the process is
 * killed by Playwright, and the launch is tried again. What the app does once it is launched is never tried again.
 */
export async function launchElectron(options: LaunchOptions): Promise<ElectronApplication> {
  for (let tries = 1; ; tries++) {
    try {
      return await _electron.launch({ ...options, timeout: launchLimitMs })
    } catch (error) {
      if (tries === launchTries) throw error
      console.error(`Electron's launch was not answered within ${launchLimitMs} ms; trying again`)
    }
  }
}
