import { readdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { commands } from './commands.mjs'
import { fromRoot } from './paths.mjs'

/**
 * @typedef {import('./commands.mjs').Command} Command
 * @typedef {object} CommandLine
 * @property {'run'} kind
 * @property {readonly string[]} words
 * @property {Readonly<Record<string, string | true>>} values by the option's name without dashes
 * @property {readonly string[]} rest the arguments after another --
 * @property {readonly string[]} args all arguments again, each value joined to its option by =
 *
 * @typedef {{ readonly kind: 'help' | 'mistake', readonly text: string }} Printed what to print instead
 */

/** @param {string} name */
const lineOf = (name) => (name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`)

/** @param {Command} command @returns {readonly string[]} */
const programsOf = ({ programs }) =>
  programs === undefined
    ? []
    : readdirSync(fromRoot(programs.folder))
        .filter((file) => file.endsWith(programs.ending))
        .map((file) => file.slice(0, -programs.ending.length))
        .sort()

/** @param {string} name @param {Command} command */
const helpOf = (name, command) => {
  const programs = programsOf(command)
  const words = [...programs, ...(programs.length > 0 ? [] : (command.words ?? []))]
  const rows = Object.entries(command.options).map(([option, { value, about, of }]) => [
    `--${option}${value === undefined ? '' : ` ${value}`}`,
    of === undefined || of.length === programs.length ? about : `${about} (${of.join(', ')})`,
  ])
  rows.push(['--help', 'prints this help'])
  const width = Math.max(...rows.map(([option = '']) => option.length))
  return [
    command.about,
    '',
    `  ${lineOf(name)} -- ${words.length > 0 ? '[NAME…] ' : ''}[options]`,
    '',
    ...rows.map(([option = '', about]) => `  ${option.padEnd(width)}  ${about}`),
    ...(words.length > 0 ? ['', `Names (default: all): ${words.join(', ')}`] : []),
    ...(command.rest === undefined ? [] : ['', command.rest]),
  ].join('\n')
}

/**
 * Why a known option does not fit the rest of the command line.
 *
 * @param {string} line @param {string} option @param {import('./commands.mjs').Option} found
 * @param {{ running: readonly string[], given: readonly string[] }} beside
 */
const misfit = (line, option, { of, value, needs, excludes }, { running, given }) => {
  if (needs !== undefined && !given.includes(needs)) return `--${option} requires --${needs}.`
  if (excludes !== undefined && given.includes(excludes))
    return `--${option} cannot be combined with --${excludes}.`
  if (of === undefined || (running.length > 0 && running.every((program) => of.includes(program))))
    return null
  const example = `${line} -- ${of[0]} --${option}${value === undefined ? '' : ` ${value}`}`
  return `--${option} is an option of ${of.join(', ')}: ${example}`
}

/**
 * Parses the arguments after `npm run NAME --`, before anything is set up.
 *
 * @param {import('./commands.mjs').CommandName} name @param {readonly string[]} args
 * @returns {CommandLine | Printed}
 */
export const readCommandLine = (name, args) => {
  /** @type {Command} */
  const command = commands[name]
  const types = Object.entries(command.options).map(([option, { value }]) => [
    option,
    { type: value === undefined ? 'boolean' : 'string' },
  ])
  const end = args.indexOf('--')
  const rest = end === -1 ? [] : args.slice(end + 1)
  const { tokens } = parseArgs({
    args: end === -1 ? [...args] : args.slice(0, end),
    options: { ...Object.fromEntries(types), help: { type: 'boolean' } },
    strict: false,
    tokens: true,
  })
  const programs = programsOf(command)
  const words = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []))
  const options = tokens.flatMap((token) => (token.kind === 'option' ? [token] : []))
  if (options.some((option) => option.name === 'help')) return { kind: 'help', text: helpOf(name, command) }

  const known = [...programs, ...(command.words ?? [])]
  const anyWord = known.length === 0 ? command.rest !== undefined && name !== 'start' : name === 'test'
  const running = words.filter((word) => programs.includes(word))
  const mistakes = [
    ...words
      .filter((word) => !anyWord && !known.includes(word))
      .map((word) =>
        known.length === 0
          ? `Unknown argument: ${word}.`
          : `Unknown name: ${word}. The names are ${known.join(', ')}.`,
      ),
    ...options.map(({ name: option, rawName, value }) => {
      const found = Object.hasOwn(command.options, option) ? command.options[option] : undefined
      if (found === undefined) return `Unknown option: ${rawName}.`
      if (found.value === undefined && value !== undefined && found.mayHaveValue !== true)
        return `${rawName} takes no value.`
      if (found.value !== undefined && !value) return `${rawName} takes a value: ${rawName} ${found.value}`
      return misfit(lineOf(name), option, found, { running, given: options.map((one) => one.name) })
    }),
    ...(rest.length > 0 && name !== 'start' && name !== 'test'
      ? [`This command takes no arguments after a second --: ${rest.join(' ')}.`]
      : []),
  ].flatMap((mistake) => (mistake === null ? [] : [mistake]))
  if (mistakes.length > 0) {
    return { kind: 'mistake', text: `${mistakes.join('\n')}\n\n${helpOf(name, command)}` }
  }
  /** @type {Readonly<Record<string, string | true>>} */
  const values = Object.fromEntries(options.map(({ name: option, value }) => [option, value ?? true]))
  const joined = Object.entries(values).map(
    ([option, value]) => `--${option}${value === true ? '' : `=${value}`}`,
  )
  return { kind: 'run', words, values, rest, args: [...words, ...joined] }
}
