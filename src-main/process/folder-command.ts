import { type ParseArgsConfig, parseArgs } from 'node:util'
import { optionMistake } from '../../src-shared/option-mistake.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { isThere } from '../files/is-there.ts'
import { type Environment, readEnvironment } from './environment.ts'

type Options = NonNullable<ParseArgsConfig['options']>
type Values<Own extends Options> = ReturnType<typeof parseArgs<{ options: Own }>>['values']

/** A command-line program that works on one counter's folder. */
export interface FolderCommand<Own extends Options> {
  readonly usage: string
  /** Options besides --folder and --help. */
  readonly options: Own
  /** @returns the program's exit code; `usage`: an argument is missing */
  readonly run: (
    values: Values<Own>,
    counter: { readonly folder: string; readonly environment: Environment },
  ) => Promise<0 | 1 | 2 | 'usage'>
}

/** @returns the program's exit code: that of the command, or 2 where it could not run */
export async function runFolderCommand<Own extends Options>(
  { usage, options, run }: FolderCommand<Own>,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  print: (text: string) => void,
): Promise<0 | 1 | 2> {
  const values = valuesOf(args, options)
  if (!values.ok) {
    print(`${values.error}\n\n${usage}`)
    return 2
  }
  try {
    const { folder: named, help, ...own } = values.value
    if (help === true) {
      print(usage)
      return 0
    }
    // A mistyped folder would be created, and the command would not affect the intended counter.
    if (named !== undefined && !(await isThere(named))) {
      print(`--folder: there is no ${named}. Name the folder of a counter that was started before.`)
      return 2
    }
    const environment = readEnvironment(env)
    const folder = named ?? environment.userData
    const code = folder === null ? 'usage' : await run(own as Values<Own>, { folder, environment })
    if (code !== 'usage') return code
    print(usage)
    return 2
  } catch (error) {
    print(error instanceof Error ? error.message : String(error))
    return 2
  }
}

const valuesOf = (
  args: readonly string[],
  options: Options,
): Result<
  Readonly<Record<string, unknown>> & { readonly folder?: string; readonly help?: boolean },
  string
> => {
  const own = { ...options, folder: { type: 'string' }, help: { type: 'boolean' } } as const
  try {
    return ok(parseArgs({ args: [...args], options: own }).values)
  } catch (error) {
    return err(optionMistake(error))
  }
}
