// Kills processes and cuts connections while payments run, and checks that nothing is lost.
//
//   node scripts/chaos.mjs                                      everything
//   node scripts/chaos.mjs crash --kills=20 --seed=7            one of tests/chaos/*.chaos.ts, with its flags
//   node scripts/chaos.mjs day --window --sales=100             through the window of the real app

import { runPrograms } from './lib/run-typescript.mjs'

const args = process.argv.slice(2)
const windows = args.includes('--window')

process.exitCode = await runPrograms({
  folder: 'tests/chaos',
  ending: '.chaos.ts',
  args,
  ...(windows ? {} : { builds: ['service', 'terminal'] }),
  windows,
})
