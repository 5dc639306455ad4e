import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { fingerprint } from './fingerprint.mjs'
import { withLock } from './lock.mjs'
import { removeOlderThanLastBuild } from './older-builds.mjs'
import { fromCache, fromRoot } from './paths.mjs'
import { seconds } from './progress.mjs'

/**
 * A part is built from the files in `inputs`. It is up to date while `output` exists and no input has changed since.
 * Its folder below dist/, or in production below packageFolder, contains nothing else.
 *
 * @typedef {'main' | 'preload' | 'service' | 'terminal' | 'renderer' | 'terminal-screen' | 'customer-display' | 'web' |
 * 'resources'} PartName
 * @typedef {{
 *   inputs: readonly string[],
 *   output: string,
 *   build: (into: string, production: boolean) => Promise<void>,
 * }} Part
 */

/**
 * Where a package is put together, in place of dist/: programs that run from this checkout load files of dist/ late, and
 * a package contains one build only.
 */
export const packageFolder = '.cache/package/dist'

/** @param {boolean} production */
const folderOf = (production) => (production ? packageFolder : 'dist')

/**
 * @param {string} entry @param {string} outfile
 * @param {readonly string[]} whole modules that become one file together with their imports
 */
const nodeProgram =
  (entry, outfile, whole = []) =>
  async (/** @type {string} */ into, /** @type {boolean} */ production) => {
    const { buildNodeProgram } = await import('./build-node.mjs')
    await buildNodeProgram({ entry, outfile: `${into}/${outfile}`, production, whole })
  }

/** @param {string} folder @param {string} outdir @param {readonly string[]} late libraries that must not be loaded at its start */
const page =
  (folder, outdir, late = []) =>
  async (/** @type {string} */ into, /** @type {boolean} */ production) => {
    const { buildPage } = await import('./build-page.mjs')
    await buildPage({ folder, outdir: `${into}/${outdir}`, production, late })
  }

/** @type {Record<PartName, Part>} */
const parts = {
  main: {
    inputs: ['src-main', 'src-shared'],
    output: 'main/main.js',
    build: nodeProgram('src-main/main.ts', 'main/main.js', [
      'src-main/app.ts',
      'src-main/counter/open-counter.ts',
    ]),
  },
  preload: {
    inputs: ['src-main/preload', 'src-shared'],
    output: 'preload',
    build: async (into, production) => {
      const { buildPreloads } = await import('./build-node.mjs')
      await buildPreloads({ folder: 'src-main/preload', outdir: `${into}/preload`, production })
    },
  },
  service: {
    inputs: ['src-service', 'src-shared', 'src-terminal'],
    output: 'service/main.js',
    build: nodeProgram('src-service/main.ts', 'service/main.js'),
  },
  terminal: {
    inputs: ['src-terminal', 'src-shared'],
    output: 'terminal/cli.js',
    build: nodeProgram('src-terminal/cli/main.ts', 'terminal/cli.js'),
  },
  renderer: {
    inputs: ['src-renderer', 'src-shared'],
    output: 'renderer/index.html',
    build: page('src-renderer', 'renderer', ['zod']),
  },
  'customer-display': {
    inputs: ['src-renderer', 'src-shared'],
    output: 'customer-display/index.html',
    build: page('src-renderer/display', 'customer-display', ['zod']),
  },
  'terminal-screen': {
    inputs: ['src-terminal', 'src-shared'],
    output: 'terminal-screen/index.html',
    build: page('src-terminal/screen', 'terminal-screen'),
  },
  web: {
    inputs: ['src-web', 'src-shared'],
    output: 'web/manifest.json',
    build: async (into) => {
      const { buildWeb } = await import('./build-web.mjs')
      await buildWeb({ outdir: `${into}/web` })
    },
  },
  resources: {
    inputs: ['resources/window-icon.png'],
    output: 'resources',
    build: (into) =>
      cp(fromRoot('resources', 'window-icon.png'), fromRoot(into, 'resources', 'window-icon.png')),
  },
}

/** Every part is also rebuilt when the libraries or the build scripts change. */
const always = [
  'package.json',
  'package-lock.json',
  'scripts/lib/build.mjs',
  'scripts/lib/build-node.mjs',
  'scripts/lib/build-page.mjs',
  'scripts/lib/build-web.mjs',
  'scripts/lib/older-builds.mjs',
]

export const partNames = /** @type {PartName[]} */ (Object.keys(parts))

/** @param {PartName} name @param {boolean} production @param {(text: string) => void} report */
const buildPart = async (name, production, report) => {
  const { inputs, output, build } = parts[name]
  const into = folderOf(production)
  const stampFile = fromCache('build', `${name}${production ? '.package' : ''}.stamp`)
  const wanted = await fingerprint([...always, ...inputs], production ? 'production' : 'development')
  const present = await readFile(stampFile, 'utf8').catch(() => undefined)
  if (present === wanted && existsSync(fromRoot(into, output))) return false
  const started = performance.now()
  await rm(stampFile, { force: true })
  const folder = fromRoot(into, name)
  const beganFile = fromCache('build', `${name}.began`)
  if (production) await rm(folder, { recursive: true, force: true })
  else await removeOlderThanLastBuild(folder, beganFile)
  const began = Date.now()
  try {
    await build(into, production)
  } catch (error) {
    throw new Error(`Building ${name} failed:\n${error instanceof Error ? error.message : String(error)}`)
  }
  if (!production) await writeFile(beganFile, String(began))
  await writeFile(stampFile, wanted)
  report(`  ✓ ${name} built (${seconds(performance.now() - started)})`)
  return true
}

/**
 * Builds the parts that changed. Safe to run from several commands at once.
 *
 * @param {{ names?: readonly PartName[], production?: boolean, report: (text: string) => void }} options
 */
export const build = ({ names = partNames, production = false, report }) =>
  withLock('build', report, async () => {
    await mkdir(fromCache('build'), { recursive: true })
    const results = await Promise.allSettled(names.map((name) => buildPart(name, production, report)))
    const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    const built = results.some((result) => result.status === 'rejected' || result.value)
    if (built) await (await import('./build-node.mjs')).stopBundler()
    if (failures.length > 0) throw new Error(failures.map((failure) => failure.message).join('\n\n'))
  })
