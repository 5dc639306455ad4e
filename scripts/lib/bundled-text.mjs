/**
 * Bundles a program into one script, for imports as a text: `import script from './program.ts?bundled'`. A thread that
 * is started from a text needs no file of its own in the package.
 *
 * @param {Pick<typeof import('esbuild'), 'build'>} esbuild @param {string} file @returns {Promise<string>}
 */
export const bundledText = async (esbuild, file) => {
  const { outputFiles } = await esbuild.build({
    entryPoints: [file],
    bundle: true,
    platform: 'node',
    target: 'node20.18',
    format: 'cjs',
    external: ['libsql'],
    loader: { '.sql': 'text' },
    minify: true,
    logLevel: 'silent',
    write: false,
  })
  const [script] = outputFiles
  if (script === undefined) throw new Error(`${file} was not bundled`)
  return script.text
}
