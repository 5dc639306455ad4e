import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { run, runOrThrow } from './run.mjs'

/**
 * Packages that Electron needs on a Linux system, by Debian's names. If an entry has several names, the releases of the
 * distribution differ, and the first that the system knows is used.
 */
const electronPackages = [
  ['libgtk-3-0t64', 'libgtk-3-0'],
  ['libasound2t64', 'libasound2'],
  ['libnss3'],
  ['libgbm1'],
  ['libxss1'],
  ['libxtst6'],
  ['libnotify4'],
]

/** @param {string} program */
const hasProgram = (program) =>
  [...(process.env.PATH ?? '').split(':'), '/usr/bin', '/usr/sbin', '/sbin'].some((folder) =>
    existsSync(join(folder, program)),
  )

/**
 * Libraries that the program is linked against and the system lacks; those in the program's own folder do not count.
 *
 * @param {string} program
 */
const missingLibraries = async (program) => {
  const { output } = await run('ldd', [program], {
    env: { ...process.env, LD_LIBRARY_PATH: dirname(program), LC_ALL: 'C' },
  })
  return [...output.matchAll(/^\s*(\S+) => not found/gm)].map(([, library]) => library)
}

const hasFonts = () =>
  ['/usr/share/fonts', '/usr/local/share/fonts'].some(
    (folder) =>
      existsSync(join(folder, 'truetype', 'noto', 'NotoSans-Regular.ttf')) ||
      existsSync(join(folder, 'noto')),
  )

/**
 * The Debian packages that are missing to show this program's windows.
 *
 * @param {{ electronProgram: string, withoutDisplay: boolean, forTests: boolean }} wanted
 * @returns {Promise<readonly (readonly string[])[]>} the possible names of each
 */
export const missingSystemPackages = async ({ electronProgram, withoutDisplay, forTests }) => {
  const missing = (await missingLibraries(electronProgram)).length > 0 ? [...electronPackages] : []
  // Provides the list of serial ports.
  if (!hasProgram('udevadm')) missing.push(['udev'])
  if (withoutDisplay && !hasProgram('Xvfb')) missing.push(['xvfb'], ['xauth'])
  if (withoutDisplay && !hasFonts()) missing.push(['fonts-noto-core'], ['fonts-noto-color-emoji'])
  // Provides virtual serial cables.
  if (forTests && !hasProgram('socat')) missing.push(['socat'])
  // A print service for the tests of receipts on system printers.
  if (forTests && !(hasProgram('cupsd') && hasProgram('lpadmin')))
    missing.push(['cups-daemon'], ['cups-client'])
  return missing
}

const aptEnvironment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' }

const packageListsExist = async () =>
  (await readdir('/var/lib/apt/lists').catch(() => [])).some((name) => name.includes('_Packages'))

const updatePackageLists = () => run('apt-get', ['update', '-q'], { env: aptEnvironment })

const packagesOfSystem = async () => {
  const { stdout } = await run('apt-cache', ['--generate', 'pkgnames'], { env: aptEnvironment })
  return new Set(stdout.split('\n'))
}

/** @param {readonly (readonly string[])[]} packages */
const knownNames = async (packages) => {
  const known = await packagesOfSystem()
  return packages.map((names) => names.find((name) => known.has(name)) ?? names[names.length - 1] ?? '')
}

/**
 * Whether this system's package manager has each of them under one of its names.
 * @param {readonly (readonly string[])[]} packages
 */
export const isKnownPackage = async (packages) => {
  if (!(await packageListsExist())) await updatePackageLists()
  const known = await packagesOfSystem()
  return packages.every((names) => names.some((name) => known.has(name)))
}

/** @param {readonly string[]} names */
const install = (names) => ['install', '-y', '-q', '--no-install-recommends', ...names]

export const mayInstallSystemPackages = () => process.getuid?.() === 0 && hasProgram('apt-get')

/** @param {readonly (readonly string[])[]} packages @returns {Promise<string>} the command that installs them */
export const installCommand = async (packages) =>
  hasProgram('apt-get')
    ? `sudo apt-get update && sudo apt-get ${install(await knownNames(packages)).join(' ')}`
    : `(your system's package manager) install ${packages.map((names) => names[names.length - 1]).join(' ')}`

/**
 * Package lists are often missing or old in fresh containers: they are updated when necessary.
 *
 * @param {readonly (readonly string[])[]} packages
 */
export const installSystemPackages = async (packages) => {
  if (!(await packageListsExist())) await updatePackageLists()
  const firstTry = await run('apt-get', install(await knownNames(packages)), { env: aptEnvironment })
  if (firstTry.code === 0) return
  await updatePackageLists()
  await runOrThrow('apt-get', install(await knownNames(packages)), { env: aptEnvironment })
}
