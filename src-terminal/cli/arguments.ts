import { parseArgs } from 'node:util'
import {
  entryChoiceSchema,
  virtualTerminalScriptSchema,
  virtualTerminalScripts,
} from '../../src-shared/api/schemas/sandbox.ts'
import { hsnSchema } from '../../src-shared/api/schemas/terminal.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { Behaviour } from '../behaviour.ts'

export interface Arguments {
  readonly serviceUrl: string
  readonly hsn: string
  /** Null: there must be a credential file from an earlier run. */
  readonly activationCode: string | null
  readonly credentialFile: string | null
  readonly behaviour: Behaviour
}

export const usage = `Usage: terminal --service URL --hsn HSN --activation-code CODE [--script NAME]

  --service URL           the service, such as http://127.0.0.1:8080
  --hsn HSN               the terminal's serial identifier
  --activation-code CODE  eight digits from the service; not needed when the credential file is there
  --credential-file F     keeps the credential for the next start
  --script NAME           ${virtualTerminalScripts.join(', ')} (default: approve)
  --card NUMBER           pays with this test card instead of the script's
  --entry HOW             insert, tap, swipe or manual
  --tip TIP               cents, or a percentage such as 20%
`

const text = { type: 'string' } as const
const options = {
  service: text,
  hsn: text,
  'activation-code': text,
  'credential-file': text,
  script: text,
  card: text,
  entry: text,
  tip: text,
} as const

/** Reads the command line. The message of a failure names the parameter, and never repeats a card number. */
export function readArguments(args: readonly string[]): Result<Arguments, string> {
  let given: Partial<Record<keyof typeof options, string>>
  try {
    given = parseArgs({ args: [...args], options }).values
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error))
  }
  const mistake = mistakeIn(given)
  if (mistake !== null) return err(mistake)
  const script = virtualTerminalScriptSchema.parse(given.script ?? 'approve')
  return ok({
    serviceUrl: given.service ?? '',
    hsn: given.hsn ?? '',
    activationCode: given['activation-code'] ?? null,
    credentialFile: given['credential-file'] ?? null,
    behaviour: {
      script,
      ...(given.card === undefined ? {} : { card: given.card }),
      ...(given.entry === undefined ? {} : { entry: entryChoiceSchema.parse(given.entry) }),
      ...(given.tip === undefined ? {} : { tip: given.tip.endsWith('%') ? given.tip : Number(given.tip) }),
    },
  })
}

type Given = Partial<Record<keyof typeof options, string>>

function mistakeIn(given: Given): string | null {
  const code = given['activation-code']
  if (given.service === undefined) return '--service is missing: the address of the service.'
  if (!/^https?:$/.test(protocolOf(given.service))) {
    return `--service is not an http address: ${given.service}`
  }
  if (given.hsn === undefined) return "--hsn is missing: the terminal's serial identifier."
  if (!hsnSchema.safeParse(given.hsn).success) {
    return `--hsn may hold letters, digits, dot, dash and underscore, at most 64: ${given.hsn}`
  }
  if (code === undefined && given['credential-file'] === undefined) {
    return '--activation-code is missing: eight digits that the service issues.'
  }
  if (code !== undefined && !/^\d{8}$/.test(code)) return '--activation-code must be eight digits.'
  return mistakeInBehaviour(given)
}

function mistakeInBehaviour({ script, card, entry, tip }: Given): string | null {
  if (script !== undefined && !virtualTerminalScriptSchema.safeParse(script).success) {
    return `--script must be one of ${virtualTerminalScripts.join(', ')}; it is ${script}.`
  }
  if (card !== undefined && !/^\d{12,19}$/.test(card)) return '--card must be 12 to 19 digits.'
  if (entry !== undefined && !entryChoiceSchema.safeParse(entry).success) {
    return `--entry must be one of ${entryChoiceSchema.options.join(', ')}; it is ${entry}.`
  }
  if (tip !== undefined && !/^(\d{1,7}|\d{1,3}%)$/.test(tip)) {
    return `--tip must be cents or a whole percentage such as 20%; it is ${tip}.`
  }
  return null
}

const protocolOf = (address: string): string => (URL.canParse(address) ? new URL(address).protocol : '')
