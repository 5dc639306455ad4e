import { parseArgs } from 'node:util'
import { hsnSchema } from '../../src-shared/api/schemas/hsn.ts'
import { entryChoiceSchema, virtualTerminalScripts } from '../../src-shared/api/schemas/sandbox.ts'
import { optionMistake } from '../../src-shared/option-mistake.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { addressProblem } from '../../src-shared/service-address.ts'
import type { Behaviour } from '../scripts/behaviour.ts'
import { scripts } from '../scripts/scripts.ts'
import { readBehaviour } from './behaviour-arguments.ts'

export interface Arguments {
  /** Empty with `serialPath`. */
  readonly serviceUrl: string
  /** The serial port that a counter connects to the service; null for a direct socket to the service. */
  readonly serialPath: string | null
  readonly hsn: string
  /** Null: a credential file from an earlier run must exist. */
  readonly activationCode: string | null
  readonly credentialFile: string | null
  readonly behaviour: Behaviour
}

export const usage = `Usage: terminal --service URL --hsn HSN --activation-code CODE [--script NAME]

  --service URL           the service, such as http://127.0.0.1:8080
  --serial PORT           instead of --service: a serial port that a counter carries to the service
  --hsn HSN               the terminal's serial identifier
  --activation-code CODE  eight digits from the service; not needed when the credential file is there
  --credential-file F     keeps the credential for the next start
  --script NAME           what the customer does, or what is wrong with the terminal (default: approve)
  --card NUMBER           pays with this test card instead of the script's
  --entry HOW             ${entryChoiceSchema.options.join(', ')}
  --tip TIP               cents, or a percentage such as 20%
  --pin DIGITS            the PIN that is typed; that of every test card is 1234
  --think MS              how long the customer takes for each step
  --latency MS            how long each message is on its way, at most 8000
  --answer-delay MS       how long each result is held back
  --clock-offset MS       how far its clock runs ahead, negative when it is behind: --clock-offset=-420000
  --clock-drift MS        how much further ahead it gets with every hour
  --help                  prints this

Scripts:
${virtualTerminalScripts.map((name) => `  ${name.padEnd(18)} ${scripts[name].summary}`).join('\n')}
`

const text = { type: 'string' } as const
const options = {
  service: text,
  serial: text,
  hsn: text,
  'activation-code': text,
  'credential-file': text,
  script: text,
  card: text,
  entry: text,
  tip: text,
  pin: text,
  think: text,
  latency: text,
  'answer-delay': text,
  'clock-offset': text,
  'clock-drift': text,
} as const

/** Parses the command line. Error messages name the parameter and never repeat a card number. */
export function readArguments(args: readonly string[]): Result<Arguments, string> {
  let given: Partial<Record<keyof typeof options, string>>
  try {
    given = parseArgs({ args: [...args], options }).values
  } catch (error) {
    return err(optionMistake(error))
  }
  const mistake = mistakeIn(given)
  if (mistake !== null) return err(mistake)
  const behaviour = readBehaviour(given)
  if (!behaviour.ok) return behaviour
  return ok({
    serviceUrl: given.service ?? '',
    serialPath: given.serial ?? null,
    hsn: given.hsn ?? '',
    activationCode: given['activation-code'] ?? null,
    credentialFile: given['credential-file'] ?? null,
    behaviour: behaviour.value,
  })
}

type Given = Partial<Record<keyof typeof options, string>>

function mistakeIn(given: Given): string | null {
  const code = given['activation-code']
  if (given.serial !== undefined && given.service !== undefined) {
    return '--serial and --service exclude each other: give one of them.'
  }
  if (given.serial === '') return '--serial is empty: the serial port, such as /dev/ttyUSB0 or COM3.'
  if (given.serial === undefined) {
    if (given.service === undefined) return '--service is missing: the address of the service.'
    const problem = addressProblem(given.service)
    if (problem !== null) return `--service: ${problem}`
  }
  if (given.hsn === undefined) return "--hsn is missing: the terminal's serial identifier."
  if (!hsnSchema.safeParse(given.hsn).success) {
    return `--hsn may hold letters, digits, dot, dash and underscore, at most 64: ${given.hsn}`
  }
  if (code === undefined && given['credential-file'] === undefined) {
    return '--activation-code is missing: eight digits that the service issues.'
  }
  if (code !== undefined && !/^\d{8}$/.test(code)) return '--activation-code must be eight digits.'
  return null
}
