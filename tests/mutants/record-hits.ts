import { appendFileSync } from 'node:fs'
import { afterAll, expect } from 'vitest'

// Runs in every test file during the measurement, to record which functions of the money code it enters.
const started = performance.now()
afterAll(() => {
  const hits = [...((globalThis as { readonly __hits?: ReadonlySet<string> }).__hits ?? [])]
  const line = { test: expect.getState().testPath, milliseconds: performance.now() - started, hits }
  appendFileSync(process.env.COUNTERTOP_MUTANT_HITS ?? '', `${JSON.stringify(line)}\n`)
})
