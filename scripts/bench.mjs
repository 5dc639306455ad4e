// Runs the benchmarks, and prints each figure beside its reference.
//
//   npm run bench                      everything
//   npm run bench -- create-intent     one of tests/bench/*.bench.ts
//   npm run bench -- quick             two minutes: what got worse since the committed figures
//   npm run bench -- profile loop      where the service's thread spends a money loop, a create or a get

import { runPrograms } from './lib/run-typescript.mjs'

const given = process.argv.slice(2)
const isProfile = given[0] === 'profile' && ['loop', 'create', 'get'].includes(given[1] ?? '')
const args = isProfile ? ['profile', `--of=${given[1]}`, ...given.slice(2)] : given

process.exitCode = await runPrograms({ folder: 'tests/bench', ending: '.bench.ts', args })
