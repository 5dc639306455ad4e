// Puts small faults into the money code, one at a time, and checks that a test fails (tests/mutants/).
//
//   npm run mutants                       a sample of every area, and every named guard
//   npm run mutants -- refunds --all      every fault of an area

import { fromRoot } from './lib/paths.mjs'
import { runTypescript } from './lib/run-typescript.mjs'

process.exitCode = await runTypescript(
  fromRoot('tests', 'mutants', 'mutants.ts'),
  process.argv.slice(2),
  process.env,
)
