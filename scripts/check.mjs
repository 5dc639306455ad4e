// Runs the static checks: format and lint, types (one program per runtime), import rules, unused code, file lengths,
// rules of this project's sources (words, log events, mocks), and references in documents to things that do not exist.
// All run, even if some fail.
//
//   npm run check

import { checkDocuments } from './lib/documents.mjs'
import { checkFileLengths } from './lib/file-lengths.mjs'
import { checkLockFile } from './lib/lock-file.mjs'
import { fromRoot, projectRoot } from './lib/paths.mjs'
import { seconds } from './lib/progress.mjs'
import { run } from './lib/run.mjs'
import { checkSourceRules } from './lib/source-rules.mjs'

const atOnce = 2

/** @param {string[]} program below node_modules @param {string[]} args */
const tool = (program, args) => () =>
  run(process.execPath, [fromRoot('node_modules', ...program), ...args], { cwd: projectRoot })

/** @param {string} project */
const types = (project) => ({
  name: `types: ${project}`,
  // The native compiler is ten times as fast; tools that use the compiler's API have TypeScript 6 beside it.
  check: tool(['typescript-native', 'bin', 'tsc'], ['-p', project]),
})

const sources = ['src-shared', 'src-service', 'src-terminal', 'src-main', 'src-renderer', 'src-web']

const checks = [
  {
    name: 'format and lint (biome)',
    check: tool(['@biomejs', 'biome', 'bin', 'biome'], ['ci', '--colors=off']),
  },
  ...['src-shared', 'src-service', 'src-terminal', 'src-terminal/tsconfig.cli.json'].map(types),
  ...[
    'src-terminal/screen',
    'src-main',
    'src-main/preload',
    'src-renderer',
    'src-web',
    'tests',
    'scripts',
  ].map(types),
  {
    name: 'boundaries (dependency-cruiser)',
    check: tool(
      ['dependency-cruiser', 'bin', 'dependency-cruise.mjs'],
      ['--config', '.dependency-cruiser.cjs', ...sources, 'scripts'],
    ),
  },
  { name: 'unused code (knip)', check: tool(['knip', 'bin', 'knip.js'], ['--no-progress']) },
  { name: 'file lengths', check: checkFileLengths },
  { name: 'libraries: licences, integrity, install scripts', check: checkLockFile },
  { name: 'words, log events, mocked builtins', check: checkSourceRules },
  { name: 'documents: links, and names of files and functions', check: checkDocuments },
]

let failed = 0
const waiting = [...checks]
const worker = async () => {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const started = performance.now()
    const { code, output } = await next.check()
    console.log(`  ${code === 0 ? '✓' : '✗'} ${next.name} (${seconds(performance.now() - started)})`)
    if (code === 0) continue
    failed += 1
    console.log(output.trimEnd().replace(/^/gm, '      '))
  }
}
await Promise.all(Array.from({ length: atOnce }, worker))

console.log(failed === 0 ? 'All checks passed.' : `${failed} of ${checks.length} checks failed.`)
process.exitCode = failed === 0 ? 0 : 1
