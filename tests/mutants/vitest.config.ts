import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { projectRoot } from '../../scripts/lib/paths.mjs'
import { bundledTexts, textFiles } from '../../vitest.config.ts'
import { hitsVariable, withHits } from './count-hits.ts'
import { type Mutant, withFault } from './find-mutants.ts'

/** What ./mutants.ts asks for: the faulty file, or the files whose functions are counted. */
const mutant = JSON.parse(process.env.COUNTERTOP_MUTANT ?? 'null') as Mutant | null
const counted = JSON.parse(process.env.COUNTERTOP_MUTANT_FILES ?? '[]') as readonly string[]
const isMeasured = process.env[hitsVariable] !== undefined

const changedFiles: Plugin = {
  name: 'changed-files',
  enforce: 'pre',
  async load(id) {
    const file = relative(projectRoot, id)
    if (file === mutant?.file) return withFault(await readFile(id, 'utf8'), mutant)
    return counted.includes(file) ? withHits(file, await readFile(id, 'utf8')) : null
  },
}

export default defineConfig({
  root: projectRoot,
  plugins: [textFiles, bundledTexts, changedFiles],
  test: {
    globalSetup: 'tests/support/run-setup.ts',
    setupFiles: isMeasured ? ['tests/mutants/record-hits.ts'] : [],
    include: ['tests/{unit,contract}/**/*.test.{ts,tsx}'],
    pool: 'forks',
    maxWorkers: isMeasured ? 2 : 1,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
})
