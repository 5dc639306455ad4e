import { readdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { bundledText } from './bundled-text.mjs'
import { fromRoot, projectRoot } from './paths.mjs'

/** Modules that stay outside the bundles of node programs and of Electron's main process. */
const native = ['electron', 'original-fs', 'libsql', 'serialport', 'usb']

/**
 * Fastify needs the first two only if no other compilers are configured (src-service/http/server.ts configures them),
 * and the last only in tests, which call a server that does not listen.
 */
const unused = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', 'light-my-request']

/** The oldest runtime this must run on: Electron 33's. */
const oldestNode = 'node20.18'

/** @type {Pick<import('esbuild').BuildOptions, 'bundle' | 'platform' | 'target' | 'external' | 'loader' | 'absWorkingDir' | 'logLevel'>} */
const common = {
  absWorkingDir: fromRoot(),
  bundle: true,
  platform: 'node',
  target: oldestNode,
  external: native,
  loader: { '.sql': 'text', '.html': 'text' },
  logLevel: 'silent',
}

/**
 * Files whose exports are derived from schemas but contain none. They are executed at build time and bundled as plain
 * values; their imports stay outside, so that the programs that start first do not contain the schema library.
 */
const namesFile = /[\\/](command-names|command-facts|operation-facts)\.ts$/

/** @param {string} path @returns {Promise<string>} */
const namesAlone = async (path) => {
  const { build } = await import('esbuild')
  const { outputFiles } = await build({ ...common, entryPoints: [path], format: 'esm', write: false })
  const code = Buffer.from(outputFiles?.[0]?.contents ?? []).toString('base64')
  const values = await import(`data:text/javascript;base64,${code}`)
  return Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
    .join('\n')
}

/** @type {import('esbuild').Plugin} */
const namesInPreloads = {
  name: 'names-alone',
  setup: (build) =>
    build.onLoad({ filter: namesFile }, async ({ path }) => ({ contents: await namesAlone(path) })),
}

/**
 * Replaces files in the bundles. zod exports its messages in fifty languages, half a megabyte that every start would
 * read: ours are English.
 *
 * @type {import('rolldown').Plugin}
 */
const replaced = {
  name: 'replaced',
  async load(id) {
    if (/[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/.test(id))
      return `export { default as en } from './en.js'`
    return namesFile.test(id) ? namesAlone(id) : null
  },
}

/** @type {import('rolldown').Plugin} */
const textsInPrograms = {
  name: 'bundled-texts',
  resolveId: (source, importer) =>
    source.endsWith('?bundled') ? join(dirname(importer ?? ''), source) : null,
  async load(id) {
    if (!id.endsWith('?bundled')) return null
    const text = await bundledText(await import('esbuild'), id.slice(0, -'?bundled'.length))
    return `export default ${JSON.stringify(text)}`
  },
}

/** @type {import('esbuild').Plugin} */
export const bundledTexts = {
  name: 'bundled-texts',
  setup(build) {
    build.onResolve({ filter: /\?bundled$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path.replace(/\?bundled$/, '')),
      namespace: 'bundled-text',
    }))
    build.onLoad({ filter: /.*/, namespace: 'bundled-text' }, async ({ path }) => ({
      contents: await bundledText(build.esbuild, path),
      loader: 'text',
      watchFiles: [path],
    }))
  },
}

/** Ends esbuild's helper process, which a long-running program does not need. */
export const stopBundler = async () => (await import('esbuild')).stop()

const is = (/** @type {string} */ wanted) => (/** @type {string} */ id) => id === wanted
const isNot = (/** @type {string} */ unwanted) => (/** @type {string} */ id) => id !== unwanted

/**
 * Bundles a program. The start chunk, and each module of `whole` with all its imports, become one file each, because
 * every file is opened, read and linked separately. Modules that are imported on demand stay outside and are neither
 * read nor held before. A program's text stays in memory while it runs: white space and names of variables are removed,
 * those of functions and classes are kept for stack traces.
 *
 * @param {{ entry: string, outfile: string, production: boolean, whole?: readonly string[] }} part
 */
export const buildNodeProgram = async ({ entry, outfile, production, whole = [] }) => {
  const { build } = await import('rolldown')
  const start = fromRoot(entry)
  /** @type {import('rolldown').BuildOptions} */
  const options = {
    cwd: fromRoot(),
    input: { [basename(outfile, '.js')]: start },
    platform: 'node',
    external: [...native, ...unused],
    moduleTypes: { '.sql': 'text', '.html': 'text' },
    transform: { target: oldestNode, define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [replaced, textsInPrograms],
    logLevel: 'silent',
    output: {
      dir: dirname(resolve(projectRoot, outfile)),
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      charset: 'ascii',
      sourcemap: production ? 'hidden' : true,
      minify: {
        compress: true,
        mangle: { toplevel: false, keepNames: true },
        codegen: { removeWhitespace: true },
      },
      codeSplitting: {
        groups: [
          // A file beside the program's entry: a program that awaits at top level would wait for ever for a late chunk
          // that imports the entry.
          { name: 'start', tags: ['$initial'], test: isNot(start), priority: 1 },
          // Together with all its imports.
          ...whole.map((path) => ({ name: basename(path, '.ts'), test: is(fromRoot(path)) })),
        ],
      },
    },
  }
  await build(options)
}

/**
 * Bundles one self-contained script per window: a sandboxed preload cannot load a second file or an ES module.
 *
 * @param {{ folder: string, outdir: string, production: boolean }} part
 */
export const buildPreloads = async ({ folder, outdir, production }) => {
  const names = await readdir(fromRoot(folder))
  const { build } = await import('esbuild')
  await build({
    ...common,
    entryPoints: names.filter((name) => /(?<!\.d)\.ts$/.test(name)).map((name) => `${folder}/${name}`),
    outdir,
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    external: ['electron'],
    plugins: [namesInPreloads],
    sourcemap: production ? 'external' : 'inline',
  })
}
