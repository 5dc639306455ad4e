import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fromRoot } from './paths.mjs'
import { run } from './run.mjs'

/** Programs that are Chromium without its windows, or with them: Debian's names first. */
const programs = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

/**
 * The browser in which the pages for payers are tested: COUNTERTOP_CHROMIUM, one of the system, or the one that
 * Playwright downloaded.
 *
 * @returns {Promise<string | undefined>}
 */
export const findChromium = async () => {
  if (process.env.COUNTERTOP_CHROMIUM) return process.env.COUNTERTOP_CHROMIUM
  const folders = ['/usr/bin', '/usr/local/bin', ...(process.env.PATH ?? '').split(':')]
  const found = programs
    .flatMap((program) => folders.map((folder) => join(folder, program)))
    .find((path) => existsSync(path))
  if (found !== undefined) return found
  const { chromium } = await import('playwright-core')
  const own = chromium.executablePath()
  return existsSync(own) ? own : undefined
}

/** Where the system has no package of it: Playwright's own download. @returns {Promise<boolean>} whether it worked */
export const downloadChromium = async () => {
  const cli = fromRoot('node_modules', 'playwright-core', 'cli.js')
  return (await run(process.execPath, [cli, 'install', '--only-shell', 'chromium'])).code === 0
}
