// Takes the pictures of every screen for docs/ and the README, from the real app.
//
//   npm run pictures               everything
//   npm run pictures -- documentation    one of tests/pictures/*.pictures.ts

import { runPrograms } from './lib/run-typescript.mjs'

process.exitCode = await runPrograms({
  folder: 'tests/pictures',
  ending: '.pictures.ts',
  args: process.argv.slice(2),
})
