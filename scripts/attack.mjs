// Attacks the service on this computer, and checks that it still takes payments. Loopback only, limited in number and
// time.
//
//   node scripts/attack.mjs                           everything
//   node scripts/attack.mjs service --guesses=150     one of tests/attack/*.attack.ts, with its flags

import { runPrograms } from './lib/run-typescript.mjs'

process.exitCode = await runPrograms({
  folder: 'tests/attack',
  ending: '.attack.ts',
  args: process.argv.slice(2),
  builds: ['service'],
  windows: false,
})
