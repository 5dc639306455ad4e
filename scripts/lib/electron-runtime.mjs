import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fromCache, fromRoot } from './paths.mjs'
import { run } from './run.mjs'

/**
 * The Electron this checkout runs on.
 *
 * @typedef {{ kind: 'own' | 'repackaged', version: string, folder: string, program: string }} ElectronRuntime
 */

const downloadLimitMilliseconds = 60_000
const probeLimitMilliseconds = 5_000
const failedTryFile = fromCache('electron-download-failed.json')

/** @returns {Promise<string>} the version of Electron that package.json pins */
export const pinnedElectronVersion = async () =>
  JSON.parse(await readFile(fromRoot('node_modules', 'electron', 'package.json'), 'utf8')).version

/** Where an unpacked Electron has its program, on each system. */
const usualProgram = () =>
  ({ win32: 'electron.exe', darwin: 'Electron.app/Contents/MacOS/Electron' })[String(process.platform)] ??
  'electron'

/**
 * Returns Electron's own program, if its package has fetched it or ELECTRON_OVERRIDE_DIST_PATH names one.
 *
 * @returns {Promise<ElectronRuntime | undefined>}
 */
export const ownElectron = async () => {
  const package_ = fromRoot('node_modules', 'electron')
  const programPath = await readFile(join(package_, 'path.txt'), 'utf8').catch(usualProgram)
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(package_, 'dist')
  const program = join(folder, programPath)
  if (!existsSync(program)) return undefined
  const version = await readFile(join(folder, 'version'), 'utf8').catch(pinnedElectronVersion)
  return { kind: 'own', version: version.trim().replace(/^v/, ''), folder, program }
}

/**
 * Whether the download site answers a short request. Networks that silently drop packets would otherwise cost the whole
 * time limit.
 */
export const sourceAnswers = async () => {
  const behindProxy = process.env.HTTPS_PROXY ?? process.env.https_proxy ?? process.env.ELECTRON_GET_USE_PROXY
  if (behindProxy) return true
  const source =
    process.env.ELECTRON_MIRROR ?? process.env.npm_config_electron_mirror ?? 'https://github.com/'
  return fetch(source, { method: 'HEAD', signal: AbortSignal.timeout(probeLimitMilliseconds) }).then(
    () => true,
    () => false,
  )
}

/** Why an earlier attempt to fetch this version failed, if there was one. Delete .cache/ to try again. */
export const downloadFailedBefore = async () => {
  const failed = await readFile(failedTryFile, 'utf8').catch(() => undefined)
  return failed !== undefined && JSON.parse(failed).version === (await pinnedElectronVersion())
}

/**
 * Fetches Electron's own program as its package documents (ELECTRON_MIRROR is honoured).
 *
 * @returns {Promise<string | undefined>} why it could not be fetched; undefined on success
 */
export const downloadOwnElectron = async () => {
  const failure = (await sourceAnswers())
    ? await run(process.execPath, [fromRoot('node_modules', 'electron', 'install.js'), '--no'], {
        timeoutMilliseconds: downloadLimitMilliseconds,
      }).then(({ code, output }) => (code === 0 ? undefined : output.trim().slice(-600)))
    : 'its download site did not answer'
  if (failure === undefined) return undefined
  await mkdir(fromCache(), { recursive: true })
  await writeFile(failedTryFile, JSON.stringify({ version: await pinnedElectronVersion(), failure }))
  return failure.split('\n')[0]
}
