// Measures, and prints each number beside what it is compared with.
//
//   npm run bench                      everything
//   npm run bench -- create-intent     one of tests/bench/*.bench.ts

import { runPrograms } from './lib/run-typescript.mjs'

process.exitCode = await runPrograms({
  folder: 'tests/bench',
  ending: '.bench.ts',
  args: process.argv.slice(2),
})
