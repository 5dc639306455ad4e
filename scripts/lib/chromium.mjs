import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fromRoot } from './paths.mjs'
import { run } from './run.mjs'

/** Names of Chromium's programs, headless first; Debian's names come first. */
const programs = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

/**
 * Finds the browser for the tests of the payers' pages: COUNTERTOP_CHROMIUM, one that the system has installed, or
 * Playwright's download.
 *
 * @returns {Promise<string | undefined>}
 */
export const findChromium = async () => {
  if (process.env.COUNTERTOP_CHROMIUM) return process.env.COUNTERTOP_CHROMIUM
  const folders = ['/usr/bin', '/usr/local/bin', ...(process.env.PATH ?? '').split(delimiter)]
  const found = programs
    .flatMap((program) => folders.map((folder) => join(folder, program)))
    .find((path) => existsSync(path))
  if (found !== undefined) return found
  const { chromium } = await import('playwright-core')
  const own = chromium.executablePath()
  return existsSync(own) ? own : undefined
}

/**
 * Downloads Chromium through Playwright, for systems without a package of it.
 * @returns {Promise<boolean>} whether it worked
 */
export const downloadChromium = async () => {
  const cli = fromRoot('node_modules', 'playwright-core', 'cli.js')
  return (await run(process.execPath, [cli, 'install', '--only-shell', 'chromium'])).code === 0
}
