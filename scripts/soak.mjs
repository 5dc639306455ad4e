// Sells at full pace by the window of the real app, and looks whether anything grows with the sales or drops a frame.
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
