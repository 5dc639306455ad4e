import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { homeIsWritable } from './home.mjs'
import { installScripts } from './lock-file.mjs'
import { fromCache, fromRoot, projectRoot } from './paths.mjs'
import { npm, runOrThrow } from './run.mjs'

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }} LockedPackage
 */

/** @param {string} path */
const readPackages = async (path) =>
  /** @type {Record<string, LockedPackage>} */ (JSON.parse(await readFile(path, 'utf8')).packages)

/**
 * Whether node_modules matches package-lock.json, by npm's own record of what it installed. Optional packages (those of
 * other platforms) may be absent.
 *
 * @returns {Promise<boolean>}
 */
export const librariesAreInstalled = async () => {
  const wanted = await readPackages(fromRoot('package-lock.json'))
  const installed = await readPackages(fromRoot('node_modules', '.package-lock.json')).catch(() => undefined)
  if (!installed) return false
  return Object.entries(wanted).every(([path, { version, integrity, optional, devOptional }]) => {
    if (path === '') return true
    const found = installed[path]
    if (!found) return Boolean(optional ?? devOptional)
    return found.version === version && found.integrity === integrity
  })
}

/**
 * The environment for npm. npm needs a folder to write to; if the home folder is read-only it gets one in the project.
 *
 * @returns {NodeJS.ProcessEnv}
 */
export const npmEnvironment = () =>
  process.env.npm_config_cache || homeIsWritable()
    ? process.env
    : { ...process.env, npm_config_cache: fromCache('npm') }

/**
 * Installs exactly what package-lock.json names, and runs only the install scripts that package.json's allowScripts
 * allows: scripts that strangers publish are not run on this machine. Only errors are shown: two development tools warn
 * that they want a newer Node.js than the one this project supports, but the parts of them that are used run on it.
 */
export const installLibraries = async () => {
  const options = { cwd: projectRoot, env: npmEnvironment() }
  const ci = npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
  await runOrThrow(ci.command, ci.args, options)
  const needed = Object.entries(await installScripts())
    .filter(([name, isAllowed]) => isAllowed && existsSync(fromRoot('node_modules', name)))
    .map(([name]) => name)
  if (needed.length === 0) return
  const rebuild = npm(['rebuild', ...needed, '--loglevel=error'])
  await runOrThrow(rebuild.command, rebuild.args, options)
}
