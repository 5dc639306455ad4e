import { customMedia } from './custom-media.mjs'
import { fromRoot } from './paths.mjs'

/**
 * Bundles a React page with relative addresses: the app serves it under its own scheme. Nothing is inlined as data:
 * addresses, which the content security policy refuses.
 *
 * @param {{ folder: string, outdir: string, production: boolean, late: readonly string[] }} part
 */
export const buildPage = async ({ folder, outdir, production, late }) => {
  const { build } = await import('vite')
  const { default: react } = await import('@vitejs/plugin-react')
  await build({
    configFile: false,
    root: fromRoot(folder),
    base: './',
    logLevel: 'error',
    plugins: [react(), lateOnly(late)],
    cacheDir: fromRoot('.cache', 'vite'),
    css: { postcss: { plugins: [customMedia()] } },
    build: {
      outDir: fromRoot(outdir),
      emptyOutDir: false,
      // The Chromium of Electron 33.
      target: 'chrome130',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // Needed for the list of bundled packages (third-party.mjs); a package leaves the maps out.
      sourcemap: production ? 'hidden' : true,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 4000,
      // One script and one style sheet for the start of the page: main answers a request for each further file while it
      // is starting itself.
      rolldownOptions: {
        output: {
          // A script with any character beyond Latin 1 takes two bytes per character in memory.
          charset: 'ascii',
          codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] },
        },
      },
    },
  })
}

/**
 * Fails the build when a page loads one of these libraries at its start: a single import of a value beside a schema
 * loads the whole library.
 *
 * @param {readonly string[]} libraries
 * @returns {import('vite').Plugin}
 */
const lateOnly = (libraries) => ({
  name: 'late-only',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
    const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
    const atStart = chunks.filter(({ isEntry }) => isEntry)
    for (const chunk of atStart) {
      for (const name of chunk.imports) {
        const imported = byName.get(name)
        if (imported !== undefined && !atStart.includes(imported)) atStart.push(imported)
      }
      for (const library of libraries) {
        const found = chunk.moduleIds.find((id) => id.includes(`/node_modules/${library}/`))
        if (found !== undefined)
          this.error(
            `${library} is loaded at the start of the page (${chunk.fileName}): import types only from files with schemas`,
          )
      }
    }
  },
})
