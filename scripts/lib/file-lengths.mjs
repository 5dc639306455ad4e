import { readFile } from 'node:fs/promises'
import { fromRoot, projectRoot } from './paths.mjs'
import { run } from './run.mjs'

const maximumLines = 400

/** @returns {Promise<import('./run.mjs').RunResult>} fails when a source file is too long */
export const checkFileLengths = async () => {
  const patterns = ['src-*', 'tests', 'scripts'].flatMap((folder) =>
    ['ts', 'tsx', 'mjs', 'css'].map((extension) => `${folder}/*.${extension}`),
  )
  const listed = await run('git', ['ls-files', '-co', '--exclude-standard', '--', ...patterns], {
    cwd: projectRoot,
  })
  if (listed.code !== 0) return listed
  const files = listed.stdout.split('\n').filter((file) => file !== '')
  const rows = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(fromRoot(file), 'utf8').catch(() => '')
      return { file, lines: text.split('\n').length - 1 }
    }),
  )
  const output = rows
    .filter(({ lines }) => lines > maximumLines)
    .map(({ file, lines }) => `${file} has ${lines} lines; the maximum is ${maximumLines}.\n`)
    .join('')
  return { code: output === '' ? 0 : 1, output, stdout: output }
}
