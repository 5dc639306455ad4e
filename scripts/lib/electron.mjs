import { spawnSync } from 'node:child_process'
import { repackagedElectron } from './electron-repackaged.mjs'
import { ownElectron } from './electron-runtime.mjs'
import { homeIsWritable } from './home.mjs'
import { fromCache, projectRoot } from './paths.mjs'

export { hasDisplay, withDisplay } from './display.mjs'

/** @returns {Promise<import('./electron-runtime.mjs').ElectronRuntime>} the Electron that setup.mjs prepared */
export const electronRuntime = async () => {
  const runtime = (await ownElectron()) ?? repackagedElectron()
  if (!runtime) throw new Error('There is no Electron yet. Run `node scripts/setup.mjs` first.')
  return runtime
}

/** @returns {Promise<string>} the program to launch */
export const electronPath = async () => (await electronRuntime()).program

/**
 * Chromium's sandbox needs user namespaces (or a set-uid helper that only an installed package has), and never works
 * for root. Containers often lack both; the packaged product never gets this switch.
 */
const sandboxIsImpossible = () => {
  if (process.platform !== 'linux') return false
  if (process.getuid?.() === 0) return true
  const attempt = spawnSync('unshare', ['-Ur', 'true'], { stdio: 'ignore' })
  return !attempt.error && attempt.status !== 0
}

export const sandboxArgs = () => (sandboxIsImpossible() ? ['--no-sandbox'] : [])

/**
 * The arguments that launch the app of this checkout.
 *
 * @param {{ appArgs?: readonly string[], virtualDisplay?: boolean }} [options]
 * @returns {string[]}
 */
export const launchArgs = ({ appArgs = [], virtualDisplay = false } = {}) => [
  projectRoot,
  ...sandboxArgs(),
  ...(virtualDisplay ? ['--disable-gpu'] : []),
  ...appArgs,
]

/**
 * The environment to launch the app in. Editors that are Electron apps set a variable in their terminals that would
 * turn our Electron into plain node. Without a writable home folder, Electron needs another place for its settings or
 * ends at once.
 *
 * @param {NodeJS.ProcessEnv} env
 */
export const launchEnvironment = (env) => {
  const { ELECTRON_RUN_AS_NODE: _, ...clean } = env
  const needsPlace = process.platform === 'linux' && !clean.XDG_CONFIG_HOME && !homeIsWritable()
  return needsPlace ? { ...clean, XDG_CONFIG_HOME: fromCache('home') } : clean
}
