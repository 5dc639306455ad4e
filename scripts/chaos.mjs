// Kills and cuts what runs, and looks whether anything was lost.
//
//   node scripts/chaos.mjs                                      everything
//   node scripts/chaos.mjs crash --kills=20 --seed=7            one of tests/chaos/*.chaos.ts, with its flags

import { runPrograms } from './lib/run-typescript.mjs'

process.exitCode = await runPrograms({
  folder: 'tests/chaos',
  ending: '.chaos.ts',
  args: process.argv.slice(2),
  builds: ['service', 'terminal'],
  windows: false,
})
