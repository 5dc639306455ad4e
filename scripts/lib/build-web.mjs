import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fromRoot } from './paths.mjs'

/**
 * The pages. Each is a template that names one style sheet and one script. The style sheet is inlined (allowed by its
 * hash: the page is painted with its first answer); the script gets a name with a hash of its content. The chunks that
 * the script shares with others are preloaded with it.
 *
 * @type {Readonly<Record<string, { template: string, root: string, languages?: readonly string[], words?: string }>>}
 *   `root` is the relative path from the page's address to the service's. With `languages` there is a page in each
 *   language, with its words in `{{…}}`: the payers' words, or those in the folder `words`, of which the script fetches
 *   only the reader's language.
 */
const pages = {
  checkout: { template: 'src-web/checkout/index.html', root: '../', languages: ['en', 'es', 'fr'] },
  application: {
    template: 'src-web/application/index.html',
    root: '../',
    languages: ['en', 'es', 'fr'],
    words: 'src-web/application/words',
  },
  underwriting: {
    template: 'src-web/underwriting/index.html',
    root: '../',
    languages: ['en', 'es', 'fr'],
    words: 'src-web/underwriting/words',
  },
  portal: {
    template: 'src-web/portal/index.html',
    root: '../',
    languages: ['en', 'es', 'fr'],
    words: 'src-web/portal/words',
  },
  'sdk-docs': { template: 'src-web/sdk/docs/index.html', root: '../' },
  'sdk-fields': { template: 'src-web/sdk/fields/index.html', root: '../../' },
}

/** @param {string} path of a template */
const readTemplate = async (path) => {
  const html = await readFile(fromRoot(path), 'utf8')
  const [styleTag = '', style] = /<link rel="stylesheet" href="([^"]+)" \/>/.exec(html) ?? []
  const [, script] = /<script type="module" src="([^"]+)">/.exec(html) ?? []
  if (style === undefined || script === undefined)
    throw new Error(`${path} names no style sheet, or no script`)
  return {
    html,
    styleTag,
    script,
    styleFile: join(dirname(path), style),
    scriptFile: join(dirname(path), script),
  }
}

/** Oldest browsers that payers may use, such as that of a phone some years old. */
const target = ['chrome100', 'firefox100', 'safari15']

/**
 * Replaces light-dark(), which many phones do not support yet. The pages follow the system's scheme alone, so each pair
 * of colours becomes the light colour, and the dark one in a media query.
 *
 * @param {string} css
 */
export const withoutLightDark = (css) => {
  const pair = /(--[\w-]+):\s*light-dark\(([^,()]+),\s*([^,()]+)\);/g
  const dark = [...css.matchAll(pair)].map(([, name, , value]) => `${name}: ${value};`)
  const light = css.replace(pair, '$1: $2;')
  if (dark.length === 0) return light
  const colours = dark.join(' ')
  // Fields in a shop's page can be set to light or dark, whatever the system prefers. Paper is white.
  return `${light}
@media screen and (prefers-color-scheme: dark) { :root:not([data-theme="light"]) { ${colours} } }
:root[data-theme="dark"] { ${colours} }
`
}

/** @type {import('esbuild').Plugin} */
const olderColours = {
  name: 'older-colours',
  setup(build) {
    build.onLoad({ filter: /\.css$/ }, async ({ path }) => ({
      contents: withoutLightDark(await readFile(path, 'utf8')),
      loader: 'css',
    }))
  },
}

/**
 * Fails the build when a page contains zod: a payer's phone waits for every kilobyte, and a single import of a value
 * beside a schema loads the whole library.
 *
 * @param {import('esbuild').Metafile} metafile
 */
const refuseZod = ({ inputs }) => {
  const importer = Object.entries(inputs).find(([path, { imports }]) =>
    imports.some((one) => one.path.includes('node_modules/zod/') && !path.includes('node_modules/')),
  )
  if (importer !== undefined)
    throw new Error(`${importer[0]} brings zod into a page: import types only from files with schemas`)
}

/**
 * Fills a page with the words that are shown before its script has loaded.
 *
 * @param {string} page
 * @param {string} language
 * @param {string} folder
 */
const inLanguage = async (page, language, folder) => {
  const words = JSON.parse(await readFile(fromRoot(folder, `${language}.json`), 'utf8'))
  const inItsOwn = page.replace('<html lang="en">', `<html lang="${language}">`)
  return inItsOwn.replace(/\{\{([\w.]+)\}\}/g, (_, /** @type {string} */ key) => {
    const found = key.split('.').reduce((node, name) => node?.[name], words)
    if (typeof found !== 'string') throw new Error(`${language}.json has no ${key}`)
    return found.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  })
}

/** @param {string} text */
const hashOf = (text, algorithm = 'sha256') =>
  `${algorithm}-${createHash(algorithm).update(text).digest('base64')}`

/** The browser SDK for shops' pages: a classic script, a module, and the types of both. */
const sdkScripts = /** @type {const} */ ({
  'countertop.js': { entry: 'src-web/sdk/global.ts', format: 'iife' },
  'countertop.mjs': { entry: 'src-web/sdk/module.ts', format: 'esm' },
})

/**
 * @param {import('esbuild').BuildOptions} common
 * @param {string} outdir
 * @returns {Promise<Record<string, { file: string, integrity: string }>>} each file, and the integrity hash by which a
 * page verifies it
 */
const buildSdk = async (common, outdir) => {
  const esbuild = await import('esbuild')
  const built = Object.entries(sdkScripts).map(async ([name, { entry, format }]) => {
    const { outputFiles } = await esbuild.build({ ...common, entryPoints: [entry], format, write: false })
    return /** @type {const} */ ([name, outputFiles?.[0]?.text ?? ''])
  })
  const types = await readFile(fromRoot('src-web/sdk/countertop.d.ts'), 'utf8')
  const files = [...(await Promise.all(built)), /** @type {const} */ (['countertop.d.ts', types])]
  await mkdir(fromRoot(outdir, 'sdk'), { recursive: true })
  // The packager leaves out every *.d.ts.
  const fileOf = (/** @type {string} */ name) => `sdk/${name.replace(/\.d\.ts$/, '.types.txt')}`
  await Promise.all(files.map(([name, text]) => writeFile(fromRoot(outdir, fileOf(name)), text)))
  return Object.fromEntries(
    files.map(([name, text]) => [name, { file: fileOf(name), integrity: hashOf(text, 'sha384') }]),
  )
}

/**
 * Builds what the service serves to browsers, and `manifest.json`, which lists it: pages with the hash of their style,
 * assets with hashed names, and the browser SDK.
 *
 * @param {{ outdir: string }} part
 */
export const buildWeb = async ({ outdir }) => {
  const esbuild = await import('esbuild')
  /** @type {import('esbuild').BuildOptions} */
  const common = {
    absWorkingDir: fromRoot(),
    bundle: true,
    minify: true,
    target,
    logLevel: 'silent',
    legalComments: 'none',
  }
  const templates = await Promise.all(
    Object.entries(pages).map(async ([name, { template, root, languages, words }]) => ({
      name,
      root,
      languages,
      words,
      ...(await readTemplate(template)),
    })),
  )
  const buildScripts = (/** @type {typeof templates} */ own) =>
    esbuild.build({
      ...common,
      entryPoints: Object.fromEntries(own.map(({ name, scriptFile }) => [name, scriptFile])),
      outdir,
      entryNames: '[name]-[hash]',
      chunkNames: 'part-[hash]',
      format: 'esm',
      splitting: true,
      jsx: 'automatic',
      jsxImportSource: 'preact',
      // Needed for the list of bundled packages (third-party.mjs); a package leaves the maps out.
      sourcemap: 'external',
      metafile: true,
    })
  // The portal's many parts must not split the payers' script into as many files.
  const isPortal = (/** @type {{ name: string }} */ { name }) => name === 'portal'
  const scripts = await Promise.all([
    buildScripts(templates.filter((one) => !isPortal(one))),
    buildScripts(templates.filter(isPortal)),
  ])
  const outputs = scripts.flatMap(({ metafile }) => Object.entries(metafile?.outputs ?? {}))
  for (const { metafile } of scripts) if (metafile !== undefined) refuseZod(metafile)
  const assets = outputs.flatMap(([path]) => (path.endsWith('.js') ? [path.slice(outdir.length + 1)] : []))
  await mkdir(fromRoot(outdir), { recursive: true })
  /** @type {Record<string, { file: string, style: string }>} */
  const built = {}
  for (const { name, root, languages, words, html, styleTag, styleFile, script, scriptFile } of templates) {
    const styles = await esbuild.build({
      ...common,
      entryPoints: [styleFile],
      plugins: [olderColours],
      write: false,
    })
    const style = (styles.outputFiles[0]?.text ?? '').trim()
    const [asset = '', output] = outputs.find(([, { entryPoint }]) => entryPoint === scriptFile) ?? []
    // Relative, because a proxy may serve the service below a path of its own.
    const addressOf = (/** @type {string} */ path) => `${root}web/${path.slice(outdir.length + 1)}`
    const parts = (output?.imports ?? []).filter(({ kind }) => kind === 'import-statement')
    // The words of each language are a chunk of their own, which the page of that language preloads.
    const preloadOf = (/** @type {string | undefined} */ folder, /** @type {string} */ language) => {
      const [path] = outputs.find(([, one]) => one.entryPoint === `${folder}/${language}.json`) ?? []
      return path === undefined ? '' : `<link rel="modulepreload" href="${addressOf(path)}" />\n`
    }
    const preloads = parts.map(({ path }) => `<link rel="modulepreload" href="${addressOf(path)}" />`)
    const page = html
      // Without the source's indentation, except in examples.
      .replaceAll(/<pre>[\s\S]*?<\/pre>|\n\s*/g, (part) => (part.startsWith('<pre>') ? part : '\n'))
      .replace(styleTag, () => [...preloads, `<style>${style}</style>`].join('\n'))
      .replace(script, () => addressOf(asset))
    const files = languages?.map((language) => /** @type {const} */ ([`${name}.${language}`, language]))
    for (const [pageName, language] of files ?? [/** @type {const} */ ([name, null])]) {
      const text =
        language === null
          ? page
          : (await inLanguage(page, language, words ?? 'src-web/i18n')).replace(
              '<style>',
              () => `${preloadOf(words, language)}<style>`,
            )
      await writeFile(fromRoot(outdir, `${pageName}.html`), text)
      built[pageName] = { file: `${pageName}.html`, style: hashOf(style) }
    }
  }
  await writeFile(
    fromRoot(outdir, 'manifest.json'),
    JSON.stringify({ pages: built, assets, sdk: await buildSdk(common, outdir) }, null, 2),
  )
}
