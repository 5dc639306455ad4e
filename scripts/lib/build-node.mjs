import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { bundledText } from './bundled-text.mjs'
import { fromRoot } from './paths.mjs'

/** Programs of node and of Electron's main process are bundled; native modules stay outside. */
const native = ['electron', 'original-fs', 'libsql', 'serialport', 'usb']

/** CommonJS libraries inside an ES module still call `require` for node's own modules. */
const requireBanner = `import { createRequire as createRequireForBundle } from 'node:module'
const require = createRequireForBundle(import.meta.url)`

/**
 * zod exports its words in fifty languages, half a megabyte that every start would read. Ours are English.
 *
 * @type {import('esbuild').Plugin}
 */
const onlyEnglishZod = {
  name: 'only-english-zod',
  setup(build) {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: `export { default as en } from './en.js'`,
    }))
  },
}

/** @type {Pick<import('esbuild').BuildOptions, 'bundle' | 'platform' | 'target' | 'external' | 'loader' | 'absWorkingDir' | 'logLevel'>} */
const common = {
  absWorkingDir: fromRoot(),
  bundle: true,
  platform: 'node',
  // The oldest runtime this must run on: Electron 33's.
  target: 'node20.18',
  external: native,
  loader: { '.sql': 'text', '.html': 'text' },
  logLevel: 'silent',
}

/**
 * A file of names that are derived from schemas is run here and stands in the bundle as its value: what it imports
 * stays outside, so that the programs that start first do not carry the schema library.
 *
 * @type {import('esbuild').Plugin}
 */
const namesAlone = {
  name: 'names-alone',
  setup(build) {
    build.onLoad({ filter: /[\\/]command-names\.ts$/ }, async ({ path }) => {
      const { outputFiles } = await build.esbuild.build({
        ...common,
        entryPoints: [path],
        format: 'esm',
        write: false,
      })
      const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64')
      const values = await import(`data:text/javascript;base64,${code}`)
      return {
        contents: Object.entries(values)
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
          .join('\n'),
      }
    })
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

/** @param {import('esbuild').BuildOptions} options */
const bundle = async (options) => {
  const esbuild = await import('esbuild')
  try {
    await esbuild.build(options)
  } catch (error) {
    const { errors } = /** @type {import('esbuild').BuildFailure} */ (error)
    if (!errors) throw error
    throw new Error((await esbuild.formatMessages(errors, { kind: 'error', color: false })).join('\n'))
  }
}

/** esbuild leaves a helper process behind, which a long-running program need not carry. */
export const stopBundler = async () => (await import('esbuild')).stop()

/**
 * What a program imports only when it needs it stays in a file of its own, so that it is neither read nor held
 * before. A program's text stays in memory as long as it runs: white space goes, names stay for the stack traces.
 *
 * @param {{ entry: string, outfile: string, production: boolean }} part
 */
export const buildNodeProgram = ({ entry, outfile, production }) =>
  bundle({
    ...common,
    entryPoints: { [basename(outfile, '.js')]: entry },
    outdir: dirname(outfile),
    splitting: true,
    format: 'esm',
    banner: { js: requireBanner },
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [onlyEnglishZod, namesAlone, bundledTexts],
    sourcemap: production ? 'external' : 'linked',
    minifySyntax: true,
    minifyWhitespace: true,
  })

/**
 * A sandboxed preload cannot load a second file, nor an ES module: one self-contained script per window.
 *
 * @param {{ folder: string, outdir: string, production: boolean }} part
 */
export const buildPreloads = async ({ folder, outdir, production }) => {
  const names = await readdir(fromRoot(folder))
  await bundle({
    ...common,
    entryPoints: names.filter((name) => /(?<!\.d)\.ts$/.test(name)).map((name) => `${folder}/${name}`),
    outdir,
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    external: ['electron'],
    plugins: [namesAlone],
    sourcemap: production ? 'external' : 'inline',
  })
}
