import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { projectRoot } from '../../scripts/lib/paths.mjs'
import { bundledTexts, textFiles } from '../../vitest.config.ts'
import { hitsVariable, withHits } from './count-hits.ts'
import { type Mutant, withFault } from './find-mutants.ts'
import { QuickestFirst } from './quickest-first.ts'

/** The mutant of this run; it changes from run to run (./mutant-runner.ts). */
const mutantNow = () => JSON.parse(process.env.COUNTERTOP_MUTANT ?? 'null') as Mutant | null
/** The files whose functions are recorded. */
const counted = JSON.parse(process.env.COUNTERTOP_MUTANT_FILES ?? '[]') as readonly string[]
const isMeasured = process.env[hitsVariable] !== undefined

const changedFiles: Plugin = {
  name: 'changed-files',
  enforce: 'pre',
  async load(id) {
    const file = relative(projectRoot, id)
    const mutant = mutantNow()
    if (file === mutant?.file) return withFault(await readFile(id, 'utf8'), mutant)
    return counted.includes(file) ? withHits(file, await readFile(id, 'utf8')) : null
  },
}

export default defineConfig({
  root: projectRoot,
  plugins: [textFiles, bundledTexts, changedFiles],
  test: {
    globalSetup: 'tests/support/run-setup.ts',
    setupFiles: ['tests/support/each-file.ts', ...(isMeasured ? ['tests/mutants/record-hits.ts'] : [])],
    include: ['tests/{unit,contract}/**/*.test.{ts,tsx}'],
    pool: 'forks',
    // Hits are recorded file by file; for a mutant, all its test files share one set of loaded modules.
    isolate: isMeasured,
    maxWorkers: isMeasured ? 2 : 1,
    sequence: { sequencer: QuickestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // As in ../../vitest.config.ts: on a busy machine a test that waits for less fails without noticing any fault.
    expect: { poll: { timeout: 20_000 } },
    restoreMocks: true,
    unstubGlobals: true,
  },
})
