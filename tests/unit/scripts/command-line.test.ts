import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readCommandLine } from '../../../scripts/lib/command-line.mjs'
import { commands } from '../../../scripts/lib/commands.mjs'
import { fromRoot } from '../../../scripts/lib/paths.mjs'

const names = Object.keys(commands) as (keyof typeof commands)[]
const textOf = (line: ReturnType<typeof readCommandLine>): string => (line.kind === 'run' ? '' : line.text)

describe("the command line of npm's scripts", () => {
  test.each(names)('%s explains its options, and refuses an unknown one', (name) => {
    const help = readCommandLine(name, ['--help'])
    expect(help.kind).toBe('help')
    for (const option of Object.keys(commands[name].options)) expect(textOf(help)).toContain(`  --${option}`)
    const mistake = readCommandLine(name, ['--nope'])
    expect(mistake.kind).toBe('mistake')
    expect(textOf(mistake)).toContain('Unknown option: --nope.')
    expect(textOf(mistake)).toContain('--help')
  })

  test('--help prints the help, whatever other options are given', () => {
    expect(readCommandLine('start', ['--demo', '--help']).kind).toBe('help')
  })

  test('each mistake is explained in plain words', () => {
    const reported = (name: keyof typeof commands, ...args: string[]) =>
      textOf(readCommandLine(name, args)).split('\n')[0]
    expect(reported('start', '--demo=yes')).toBe('--demo takes no value.')
    expect(reported('start', '--currency')).toBe('--currency takes a value: --currency CODE')
    expect(reported('start', '--keep')).toBe('--keep requires --demo.')
    expect(reported('start', '--demo', '--currency', 'CAD')).toBe(
      '--currency cannot be combined with --demo.',
    )
    expect(reported('start', 'demo')).toBe('Unknown argument: demo.')
    expect(reported('chaos', '--kills=20')).toBe(
      '--kills is an option of crash: npm run chaos -- crash --kills N',
    )
    expect(reported('chaos', 'storm')).toBe('Unknown name: storm. The names are crash, day, sales.')
    expect(reported('check:external', 'all')).toContain('Unknown name: all. The names are lint,')
    expect(reported('package', '--', '--dir')).toBe(
      'This command takes no arguments after a second --: --dir.',
    )
  })

  test('the arguments are passed on with each value joined to its option', () => {
    expect(readCommandLine('chaos', ['crash', '--kills', '20', '--seed=7'])).toEqual({
      kind: 'run',
      words: ['crash'],
      values: { kills: '20', seed: '7' },
      rest: [],
      args: ['crash', '--kills=20', '--seed=7'],
    })
    expect(readCommandLine('start', ['--', '--lang=fr'])).toMatchObject({ kind: 'run', rest: ['--lang=fr'] })
    expect(readCommandLine('bench', ['growth', '--postgres=postgresql://x'])).toMatchObject({
      args: ['growth', '--postgres=postgresql://x'],
    })
    expect(readCommandLine('test', ['unit', 'money'])).toMatchObject({ args: ['unit', 'money'] })
  })

  test('help and mistakes are answered before any set-up, without a stack trace', () => {
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [fromRoot('scripts', 'command.mjs'), ...args], { encoding: 'utf8' })
    const help = run('start', '--demo', '--help')
    expect([help.status, help.stderr]).toEqual([0, ''])
    expect(help.stdout).toContain('npm start -- [options]')
    const mistake = run('start', '--demo', '--halp')
    expect([mistake.status, mistake.stdout]).toEqual([2, ''])
    expect(mistake.stderr).toMatch(/^Unknown option: --halp\.\n/)
    expect(mistake.stderr).not.toContain('    at ')
  })
})

describe('the table of options', () => {
  const folders = Object.entries(commands).flatMap(([name, command]) =>
    'programs' in command ? [{ name, options: command.options, ...command.programs }] : [],
  )
  const knownTo = (options: Readonly<Record<string, { readonly of?: readonly string[] }>>, program: string) =>
    Object.entries(options).flatMap(([option, { of }]) => (of?.includes(program) === false ? [] : [option]))
  const rows = folders.flatMap(({ folder, ending, options }) =>
    readdirSync(fromRoot(folder))
      .filter((file) => file.endsWith(ending))
      .map((file) => ({
        file: `${folder}/${file}`,
        options: knownTo(options, file.slice(0, -ending.length)),
      })),
  )

  test.each(rows)('lists the options that $file reads', ({ file, options }) => {
    const source = readFileSync(fromRoot(file), 'utf8')
    const parsed = source.match(/parseArgs\(\{.*?\n\}\)/s)?.[0] ?? ''
    const read = [
      ...[...source.matchAll(/(?:numberFlag|flag|value)\('([a-z-]+)'/g)].map(([, name]) => name),
      ...[...source.matchAll(/argv\.includes\('--([a-z-]+)'/g)].map(([, name]) => name),
      ...[...parsed.matchAll(/^ +'?([a-z-]+)'?: \{ type:/gm)].map(([, name]) => name),
      ...(source.includes('--(sqlite|postgres)') ? ['postgres', 'sqlite'] : []),
    ]
    expect([...new Set(read)].sort()).toEqual([...options].sort())
  })
})
