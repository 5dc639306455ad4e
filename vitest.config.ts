import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { bundledText } from './scripts/lib/bundled-text.mjs'
import { FileOrder } from './tests/support/file-order.ts'

/** The service's migrations are plain text to the bundler (scripts/build.mjs); the tests see the same. */
export const textFiles: Plugin = {
  name: 'text-files',
  enforce: 'pre',
  async load(id) {
    if (!/\/src-service\/.*\.(sql|html)$/.test(id)) return null
    return `export default ${JSON.stringify(await readFile(id, 'utf8'))}`
  },
}

/** Programs that the bundler inlines as a text. */
export const bundledTexts: Plugin = {
  name: 'bundled-texts',
  enforce: 'pre',
  async load(id) {
    if (!id.endsWith('?bundled')) return null
    const script = await bundledText(await import('esbuild'), id.slice(0, -'?bundled'.length))
    return `export default ${JSON.stringify(script)}`
  },
}

/** The proxy of `npm run check:external` takes seconds to start, and works for each answer. */
const throughProxy = process.env.COUNTERTOP_PRISM !== undefined
const proxyPatience = 180_000

/** For a test or hook that hangs, in ms: a machine that is busy with much else may need many times the usual time. */
const limit = throughProxy ? proxyPatience : 120_000

/**
 * Each source runs for only some seconds in a worker: optimizing its functions takes more of the processor than they
 * gain. V8 counts up to this many bytes of bytecode before it considers a function, 30 times its default. An unknown
 * flag ends node, and later V8s than that of Node 20 do not know this one.
 */
const rarelyOptimized = process.versions.v8.startsWith('11.') ? ['--interrupt-budget=2000000'] : []

export default defineConfig({
  plugins: [textFiles, bundledTexts],
  test: {
    // The contract tests alone: --dir tests/contract
    dir: 'tests',
    include: ['**/*.test.{ts,tsx}'],
    environment: 'node',
    pool: 'forks',
    execArgv: rarelyOptimized,
    // One worker loads what it needs once, not anew for each of hundreds of files: half the time of the unit tests. For
    // the same reason unit and contract tests are no projects of their own, which share no worker.
    // A test leaves no module of its own behind: nothing mocked, no global, no call that still runs.
    isolate: false,
    globalSetup: 'tests/support/run-setup.ts',
    setupFiles: ['tests/support/each-file.ts'],
    sequence: { sequencer: FileOrder },
    // Tests wait for processes, disks and time limits for some of their time: two more than there are cores. Each of them
    // loads all that is tested.
    maxWorkers: availableParallelism() + 2,
    testTimeout: limit,
    hookTimeout: limit,
    // As long as a machine that is busy with much else may need.
    expect: { poll: { timeout: 60_000 } },
    restoreMocks: true,
    unstubGlobals: true,
  },
})
