// Builds what changed into dist/.
//
//   node scripts/build.mjs                  everything
//   node scripts/build.mjs main renderer    some parts
//   node scripts/build.mjs --production     without source maps, as it is packaged

import { build, partNames } from './lib/build.mjs'

const args = process.argv.slice(2)
const production = args.includes('--production')
const asked = args.filter((argument) => argument !== '--production')
const unknown = asked.filter((name) => !partNames.some((known) => known === name))

if (unknown.length > 0) {
  console.error(`There is no part called ${unknown.join(', ')}. The parts are: ${partNames.join(', ')}.`)
  process.exit(1)
}

const names = asked.length > 0 ? partNames.filter((name) => asked.includes(name)) : partNames
await build({ names, production, report: console.log }).catch((error) => {
  console.error(error.message)
  process.exitCode = 1
})
