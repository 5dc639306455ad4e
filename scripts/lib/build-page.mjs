import { fromRoot } from './paths.mjs'

/**
 * A page of React, bundled with relative addresses: the app serves it under its own scheme. Nothing is inlined
 * as data: addresses, which the content security policy refuses.
 *
 * @param {{ folder: string, outdir: string, production: boolean }} part
 */
export const buildPage = async ({ folder, outdir, production }) => {
  const { build } = await import('vite')
  const { default: react } = await import('@vitejs/plugin-react')
  await build({
    configFile: false,
    root: fromRoot(folder),
    base: './',
    logLevel: 'error',
    plugins: [react()],
    cacheDir: fromRoot('.cache', 'vite'),
    build: {
      outDir: fromRoot(outdir),
      emptyOutDir: true,
      // Electron 33's Chromium.
      target: 'chrome130',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // For the list of what is bundled (third-party.mjs); a package leaves the maps out.
      sourcemap: production ? 'hidden' : true,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 4000,
    },
  })
}
