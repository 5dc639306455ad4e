import { readFile } from 'node:fs/promises'
import { fromRoot } from './paths.mjs'

/**
 * @typedef {{ version?: string, integrity?: string, link?: boolean, dev?: boolean, optional?: boolean,
 *   license?: string, hasInstallScript?: boolean }} LockedPackage
 */

/** Licences under which a library may be shipped. */
const shippable = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'Zlib',
  // The author has dedicated it to the public domain.
  'Unlicense',
])
/** Licences under which a tool may be used that is not shipped. */
const usable = new Set([...shippable, 'BlueOak-1.0.0', 'CC0-1.0', 'MPL-2.0', 'Python-2.0', 'WTFPL'])

/**
 * Binaries of tools for other platforms, which were missing in the registry from which the lock file was last written.
 * They are never shipped. `npm install --package-lock-only` adds their hashes on a network that has them.
 */
const unreachable = ['@biomejs/cli-', '@oxc-parser/binding-']

/** @returns {Promise<Readonly<Record<string, LockedPackage>>>} by path, without the project itself */
export const lockedPackages = async () => {
  const { packages } = JSON.parse(await readFile(fromRoot('package-lock.json'), 'utf8'))
  return Object.fromEntries(Object.entries(packages).filter(([path]) => path !== ''))
}

/** @param {string} path such as `node_modules/a/node_modules/@b/c` */
export const packageName = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Packages whose install scripts may run, and those whose may not (package.json, allowScripts). */
export const installScripts = async () => {
  const { allowScripts } = JSON.parse(await readFile(fromRoot('package.json'), 'utf8'))
  return /** @type {Readonly<Record<string, boolean>>} */ (allowScripts)
}

/**
 * SPDX: for `A OR B` one of the licences must be allowed, for `A AND B` both.
 * @param {string} licence @param {ReadonlySet<string>} allowed
 */
const isAllowed = (licence, allowed) =>
  licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => allowed.has(one.trim())))

/**
 * Finds locked libraries that cannot be accepted: a licence that forbids shipping or use, a file without a hash, an
 * install script without a decision.
 *
 * @param {Readonly<Record<string, LockedPackage>>} packages @param {Readonly<Record<string, boolean>>} scripts
 * @returns {readonly string[]}
 */
export const problemsOf = (packages, scripts) =>
  Object.entries(packages).flatMap(([path, entry]) => {
    const name = packageName(path)
    const licence = entry.license ?? 'no licence'
    const isKnown = unreachable.some((start) => name.startsWith(start)) && entry.dev && entry.optional
    return [
      ...(entry.integrity || entry.link || isKnown ? [] : [`${path} has no integrity in package-lock.json.`]),
      ...(isAllowed(licence, entry.dev ? usable : shippable) ? [] : [`${path} is under ${licence}.`]),
      ...(entry.hasInstallScript && scripts[name] === undefined
        ? [`${path} has an install script that package.json's allowScripts neither allows nor refuses.`]
        : []),
    ]
  })

/** @returns {Promise<import('./run.mjs').RunResult>} fails when there is a problem */
export const checkLockFile = async () => {
  const problems = problemsOf(await lockedPackages(), await installScripts())
  const output = problems.map((problem) => `${problem}\n`).join('')
  return { code: problems.length === 0 ? 0 : 1, output, stdout: output }
}
