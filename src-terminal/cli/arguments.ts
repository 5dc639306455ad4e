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

  --service URL           address of the service, such as http://127.0.0.1:8080
  --serial PORT           instead of --service: serial port that a counter forwards to the service
  --hsn HSN               serial number of the terminal
  --activation-code CODE  eight digits from the service; not needed if the credential file exists
  --credential-file F     file that stores the credential for the next start
  --script NAME           behaviour of the customer or fault of the terminal (default: approve)
  --card NUMBER           test card to pay with (default: the script's card)
  --entry HOW             how the card is read: ${entryChoiceSchema.options.join(', ')}
  --tip TIP               tip in cents, or as a percentage such as 20%
  --pin DIGITS            PIN that the customer types; the PIN of every test card is 1234
  --think MS              time that the customer takes for each step
  --latency MS            transit time of each message, at most 8000
  --answer-delay MS       delay of each result
  --clock-offset MS       how far the terminal's clock is ahead; negative if it is behind: --clock-offset=-420000
  --clock-drift MS        how much the clock gains per hour; negative if it loses time
  --help                  prints this help

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
    return '--serial and --service cannot be combined: give one of them.'
  }
  if (given.serial === '') return '--serial is empty: give the serial port, such as /dev/ttyUSB0 or COM3.'
  if (given.serial === undefined) {
    if (given.service === undefined) return '--service is missing: the address of the service.'
    const problem = addressProblem(given.service)
    if (problem !== null) return `--service: ${problem}`
  }
  if (given.hsn === undefined) return '--hsn is missing: the serial number of the terminal.'
  if (!hsnSchema.safeParse(given.hsn).success) {
    return `--hsn may contain letters, digits, dots, hyphens and underscores, at most 64 characters, not ${given.hsn}`
  }
  if (code === undefined && given['credential-file'] === undefined) {
    return '--activation-code is missing: the eight digits that the service issued.'
  }
  if (code !== undefined && !/^\d{8}$/.test(code)) return '--activation-code must be eight digits.'
  return null
}
