import { type Browser, chromium, type LaunchOptions } from 'playwright-core'
import { findChromium } from '../../scripts/lib/chromium.mjs'
import { sandboxArgs } from '../../scripts/lib/electron.mjs'

/** Starts the browser that the set-up found or downloaded. */
export async function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
  const executablePath = await findChromium()
  if (executablePath === undefined)
    throw new Error('There is no Chromium yet. Run `node scripts/setup.mjs --test`.')
  return chromium.launch({ executablePath, args: sandboxArgs(), ...options })
}
