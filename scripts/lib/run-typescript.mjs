import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { build } from './build.mjs'
import { bundledTexts } from './build-node.mjs'
import { launchEnvironment, withDisplay } from './electron.mjs'
import { fromCache, fromRoot } from './paths.mjs'
import { seconds } from './progress.mjs'
import { runForeground } from './run.mjs'

/**
 * Bundles a TypeScript program of the tests for node. The bundle is as deep below the project as scripts/lib/, because
 * paths.mjs derives the project's folder from that depth.
 *
 * @param {string} file @returns {Promise<string>} the bundle's file
 */
export const bundleTypescript = async (file) => {
  const esbuild = await import('esbuild')
  const outfile = fromCache('programs', basename(file).replace(/\.ts$/, '.mjs'))
  await esbuild.build({
    entryPoints: [file],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    loader: { '.sql': 'text', '.html': 'text' },
    plugins: [bundledTexts],
    sourcemap: 'inline',
    logLevel: 'error',
  })
  return outfile
}

/**
 * Bundles a TypeScript program of the tests and runs it on node.
 *
 * @param {string} file @param {readonly string[]} args @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} its exit code
 */
export const runTypescript = async (file, args, env) =>
  runForeground(process.execPath, ['--enable-source-maps', await bundleTypescript(file), ...args], { env })

/** @param {(env: NodeJS.ProcessEnv) => Promise<number>} work */
const withoutDisplay = (work) => work(process.env)

/**
 * Runs the programs of a folder of tests/ one after another, against the builds, and with a display if they open
 * windows: all of them, or those that the command line names. Flags are passed on to each.
 *
 * @param {{ folder: string, ending: string, args: readonly string[], builds?: readonly
 * import('./build.mjs').PartName[], windows?: boolean }} options
 *   `ending` is that of the file names, e.g. `.bench.ts`; `builds` names the programs they run, all of them if it is
 *   not given; `windows`: whether they open any
 * @returns {Promise<number>} an exit code: 0 when every program ended well
 */
export const runPrograms = async ({ folder, ending, args, builds, windows = true }) => {
  const present = (await readdir(fromRoot(folder)).catch(() => []))
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
  const flags = args.filter((argument) => argument.startsWith('-'))
  const asked = args.filter((argument) => !argument.startsWith('-'))
  const unknown = asked.filter((name) => !present.includes(name))
  if (present.length === 0 || unknown.length > 0) {
    console.error(
      `${unknown.join(', ') || `${folder}/*${ending}`}: not found. There is: ${present.join(', ') || 'none'}.`,
    )
    return 1
  }
  await build({ report: console.log, ...(builds === undefined ? {} : { names: builds }) })
  const prepare = windows ? withDisplay : withoutDisplay
  return prepare(async (env) => {
    const failed = []
    for (const name of asked.length > 0 ? asked : present.sort()) {
      const started = performance.now()
      const code = await runTypescript(join(fromRoot(folder), name + ending), flags, launchEnvironment(env))
      console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds(performance.now() - started)})`)
      if (code !== 0) failed.push(name)
    }
    if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}`)
    return failed.length === 0 ? 0 : 1
  })
}
