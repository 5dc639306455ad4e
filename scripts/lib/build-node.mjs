import { readdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { bundledText } from './bundled-text.mjs'
import { fromRoot, projectRoot } from './paths.mjs'

/** Programs of node and of Electron's main process are bundled; native modules stay outside. */
const native = ['electron', 'original-fs', 'libsql', 'serialport', 'usb']

/**
 * Fastify asks for these only where nobody names other compilers, and the service does (src-service/http/server.ts), and for the last
 * one only in tests, which call a server that does not listen.
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
 * A file of what is derived from schemas, and holds none, is run here and stands in the bundle as its value: what it imports
 * stays outside, so that the programs that start first do not carry the schema library.
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
 * What stands in a program in the place of a file. zod exports its words in fifty languages, half a megabyte that every
 * start would read: ours are English.
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

/** esbuild leaves a helper process behind, which a long-running program need not carry. */
export const stopBundler = async () => (await import('esbuild')).stop()

const is = (/** @type {string} */ wanted) => (/** @type {string} */ id) => id === wanted
const isNot = (/** @type {string} */ unwanted) => (/** @type {string} */ id) => id !== unwanted

/**
 * The files that a program needs together lie in one, for each is opened, read and linked by itself: what starts it, and
 * each module of `whole` with all that it imports. What is imported only when it is needed stays outside, so that it is
 * neither read nor held before. A program's text stays in memory as long as it runs: white space and the names of variables go,
 * those of functions and classes stay for the stack traces.
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
          // Beside the program itself, not with it: one that awaits at its top level would wait for ever for a late part
          // that imports it.
          { name: 'start', tags: ['$initial'], test: isNot(start), priority: 1 },
          // With all that it imports.
          ...whole.map((path) => ({ name: basename(path, '.ts'), test: is(fromRoot(path)) })),
        ],
      },
    },
  }
  await build(options)
}

/**
 * A sandboxed preload cannot load a second file, nor an ES module: one self-contained script per window.
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
