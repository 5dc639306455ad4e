// Sells at full speed through the window of the real app, and checks that memory does not grow with the sales and no
// frame is dropped.
//
//   node scripts/soak.mjs                      for 20 minutes
//   node scripts/soak.mjs --minutes=5 --every=50
//   node scripts/soak.mjs --sales=1000 --snapshots=300,1000

import { runPrograms } from './lib/run-typescript.mjs'

process.exitCode = await runPrograms({
  folder: 'tests/soak',
  ending: '.soak.ts',
  args: process.argv.slice(2),
})
