import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { fingerprint } from './fingerprint.mjs'
import { withLock } from './lock.mjs'
import { removeOlderThanLastBuild } from './older-builds.mjs'
import { fromCache, fromRoot } from './paths.mjs'
import { seconds } from './progress.mjs'

/**
 * A part is built from the files in `inputs`. It is up to date while `output` exists and no input has changed since.
 * Its folder below dist/ contains nothing else.
 *
 * @typedef {'main' | 'preload' | 'service' | 'terminal' | 'renderer' | 'terminal-screen' | 'customer-display' | 'web' |
 * 'resources'} PartName
 * @typedef {{
 *   inputs: readonly string[],
 *   output: string,
 *   build: (production: boolean) => Promise<void>,
 * }} Part
 */

/**
 * @param {string} entry @param {string} outfile
 * @param {readonly string[]} whole modules that become one file together with their imports
 */
const nodeProgram =
  (entry, outfile, whole = []) =>
  async (/** @type {boolean} */ production) => {
    const { buildNodeProgram } = await import('./build-node.mjs')
    await buildNodeProgram({ entry, outfile, production, whole })
  }

/** @param {string} folder @param {string} outdir @param {readonly string[]} late libraries that must not be loaded at its start */
const page =
  (folder, outdir, late = []) =>
  async (/** @type {boolean} */ production) => {
    const { buildPage } = await import('./build-page.mjs')
    await buildPage({ folder, outdir, production, late })
  }

/** @type {Record<PartName, Part>} */
const parts = {
  main: {
    inputs: ['src-main', 'src-shared'],
    output: 'dist/main/main.js',
    build: nodeProgram('src-main/main.ts', 'dist/main/main.js', [
      'src-main/app.ts',
      'src-main/counter/open-counter.ts',
    ]),
  },
  preload: {
    inputs: ['src-main/preload', 'src-shared'],
    output: 'dist/preload',
    build: async (production) => {
      const { buildPreloads } = await import('./build-node.mjs')
      await buildPreloads({ folder: 'src-main/preload', outdir: 'dist/preload', production })
    },
  },
  service: {
    inputs: ['src-service', 'src-shared', 'src-terminal'],
    output: 'dist/service/main.js',
    build: nodeProgram('src-service/main.ts', 'dist/service/main.js'),
  },
  terminal: {
    inputs: ['src-terminal', 'src-shared'],
    output: 'dist/terminal/cli.js',
    build: nodeProgram('src-terminal/cli/main.ts', 'dist/terminal/cli.js'),
  },
  renderer: {
    inputs: ['src-renderer', 'src-shared'],
    output: 'dist/renderer/index.html',
    build: page('src-renderer', 'dist/renderer', ['zod']),
  },
  'customer-display': {
    inputs: ['src-renderer', 'src-shared'],
    output: 'dist/customer-display/index.html',
    build: page('src-renderer/display', 'dist/customer-display', ['zod']),
  },
  'terminal-screen': {
    inputs: ['src-terminal', 'src-shared'],
    output: 'dist/terminal-screen/index.html',
    build: page('src-terminal/screen', 'dist/terminal-screen'),
  },
  web: {
    inputs: ['src-web', 'src-shared'],
    output: 'dist/web/manifest.json',
    build: async () => {
      const { buildWeb } = await import('./build-web.mjs')
      await buildWeb({ outdir: 'dist/web' })
    },
  },
  resources: {
    inputs: ['resources/window-icon.png'],
    output: 'dist/resources',
    build: () =>
      cp(fromRoot('resources', 'window-icon.png'), fromRoot('dist', 'resources', 'window-icon.png')),
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
  const stampFile = fromCache('build', `${name}.stamp`)
  const wanted = await fingerprint([...always, ...inputs], production ? 'production' : 'development')
  const present = await readFile(stampFile, 'utf8').catch(() => undefined)
  if (present === wanted && existsSync(fromRoot(output))) return false
  const started = performance.now()
  await rm(stampFile, { force: true })
  const folder = fromRoot('dist', name)
  const beganFile = fromCache('build', `${name}.began`)
  // A package contains one build only.
  if (production) await rm(folder, { recursive: true, force: true })
  else await removeOlderThanLastBuild(folder, beganFile)
  const began = Date.now()
  try {
    await build(production)
  } catch (error) {
    throw new Error(`Building ${name} failed:\n${error instanceof Error ? error.message : String(error)}`)
  }
  await writeFile(beganFile, String(began))
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
