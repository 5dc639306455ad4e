import {
  entryChoiceSchema,
  updateVirtualTerminalBodySchema,
  virtualTerminalScripts,
} from '../../src-shared/api/schemas/sandbox.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { Behaviour } from '../scripts/behaviour.ts'

type Name = 'script' | 'card' | 'entry' | 'tip' | 'pin' | keyof typeof wholeNumbers
type Given = Readonly<Partial<Record<Name, string>>>
type Field = keyof Behaviour

/** Options in whole milliseconds, with their field names in the sandbox operations. */
const wholeNumbers = {
  think: 'think_ms',
  latency: 'latency_ms',
  'answer-delay': 'answer_delay_ms',
  'clock-offset': 'clock_offset_ms',
  'clock-drift': 'clock_drift_ms_per_hour',
} as const satisfies Record<string, Field>

/** Option name and allowed values of each field. */
const rules: Readonly<Record<Field, readonly [option: string, rule: string]>> = {
  script: ['--script', `one of ${virtualTerminalScripts.join(', ')}`],
  card: ['--card', '12 to 19 digits'],
  entry: ['--entry', `one of ${entryChoiceSchema.options.join(', ')}`],
  tip: ['--tip', 'cents or a whole percentage such as 20%'],
  pin: ['--pin', '4 to 12 digits'],
  think_ms: ['--think', 'whole milliseconds, 0 to 300000'],
  latency_ms: ['--latency', 'whole milliseconds, 0 to 8000'],
  answer_delay_ms: ['--answer-delay', 'whole milliseconds, 0 to 300000'],
  clock_offset_ms: ['--clock-offset', 'whole milliseconds, at most a year either way'],
  clock_drift_ms_per_hour: ['--clock-drift', 'whole milliseconds, at most an hour either way'],
}
/** Values never repeated in a message. */
const secret: readonly Field[] = ['card', 'pin']

/** Reads the behaviour from the command line, with the same rules as the sandbox operations. */
export function readBehaviour(given: Given): Result<Behaviour, string> {
  const { script = 'approve', card, entry, tip, pin } = given
  const numbers = Object.entries(wholeNumbers).flatMap(([option, field]) => {
    const text = given[option as keyof typeof wholeNumbers]
    return text === undefined ? [] : [[field, numberOr(text)] as const]
  })
  const body = {
    script,
    ...(card === undefined ? {} : { card }),
    ...(entry === undefined ? {} : { entry }),
    ...(tip === undefined ? {} : { tip: tip.endsWith('%') ? tip : numberOr(tip) }),
    ...(pin === undefined ? {} : { pin }),
    ...Object.fromEntries(numbers),
  }
  const parsed = updateVirtualTerminalBodySchema.safeParse(body)
  if (parsed.success) return ok(parsed.data)
  const field = parsed.error.issues[0]?.path[0] as Field
  const [option, rule] = rules[field]
  const is = secret.includes(field) ? '' : `; it is ${String(body[field as keyof typeof body])}`
  return err(`${option} must be ${rule}${is}.`)
}

const numberOr = (text: string): number | string => (/^-?\d{1,15}$/.test(text) ? Number(text) : text)
