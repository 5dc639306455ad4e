// The entry point of npm's scripts. Answers --help and unknown options at once; then installs what is missing and runs
// the program in this process.
//
//   node scripts/command.mjs start --demo

import { readCommandLine } from './lib/command-line.mjs'
import { commands } from './lib/commands.mjs'
import { fromRoot } from './lib/paths.mjs'
import { runForeground } from './lib/run.mjs'

/** @param {string | undefined} name @returns {name is import('./lib/commands.mjs').CommandName} */
const isCommand = (name) => name !== undefined && Object.hasOwn(commands, name)

const [name, ...args] = process.argv.slice(2)
if (!isCommand(name)) {
  console.error(`Name the command to run: ${Object.keys(commands).join(', ')}.`)
  process.exit(2)
}

const line = readCommandLine(name, args)
if (line.kind === 'run') {
  const { program, setUp } = commands[name]
  const code = await runForeground(process.execPath, [fromRoot('scripts', 'setup.mjs'), ...setUp])
  if (code === 0) {
    const rest = line.rest.length > 0 ? ['--', ...line.rest] : []
    process.argv = [process.execPath, fromRoot('scripts', program), ...line.args, ...rest]
    await import(`./${program}`)
  } else {
    process.exitCode = code
  }
} else {
  const print = line.kind === 'help' ? console.log : console.error
  print(line.text)
  process.exitCode = line.kind === 'help' ? 0 : 2
}
