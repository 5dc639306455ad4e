// Runs the service or the headless terminal on plain node, in this process: signals, exit code and standard output are
// the program's own, and standard output contains only the program's JSON lines.
//
//   node scripts/run.mjs service --port 8080 --data DIR --sandbox
//   node scripts/run.mjs terminal --service URL --hsn HSN --activation-code CODE --script approve

import { pathToFileURL } from 'node:url'
import { build } from './lib/build.mjs'
import { fromRoot } from './lib/paths.mjs'

const programs = { service: 'dist/service/main.js', terminal: 'dist/terminal/cli.js' }
/** @type {Readonly<Record<keyof typeof programs, readonly import('./lib/build.mjs').PartName[]>>} */
const partsOf = { service: ['service', 'web'], terminal: ['terminal'] }

/** @param {string | undefined} name @returns {name is keyof typeof programs} */
const isProgram = (name) => name === 'service' || name === 'terminal'

const [name, ...args] = process.argv.slice(2)

if (!isProgram(name)) {
  console.error('Name the program to run: service or terminal.')
  process.exit(1)
}

await build({ names: partsOf[name], report: (text) => void process.stderr.write(`${text}\n`) }).catch(
  (error) => {
    console.error(error.message)
    process.exit(1)
  },
)

const file = fromRoot(programs[name])
process.argv = [process.execPath, file, ...args]
process.setSourceMapsEnabled(true)
await import(pathToFileURL(file).href)
