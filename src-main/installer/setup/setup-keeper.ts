import {
  isProven,
  type Setup,
  type SetupFacts,
  type SetupStep,
  type Tried,
} from '../../../src-shared/pos/installer-tools/setup.ts'
import { type CommandRefusal, refuse } from '../../../src-shared/pos/refusals.ts'
import type { DiagnosticResult } from '../../../src-shared/pos/terminals/installer.ts'
import { ok, type Result } from '../../../src-shared/result.ts'
import { createTurns } from '../../async/in-turn.ts'
import type { JsonFile } from '../../settings/json-file.ts'

/** The progress of this counter's set-up, on the disk after each step. */
export interface SetupKeeper {
  read(): Promise<Setup>
  mark(step: SetupStep, state: 'done' | 'skipped' | 'open'): Promise<Result<Setup, CommandRefusal>>
  /** Records the result of a terminal's diagnostic. */
  tried(result: DiagnosticResult): Promise<void>
}

export function createSetupKeeper(options: {
  readonly file: JsonFile<Setup>
  /** The present facts. */
  readonly facts: () => SetupFacts
  /** The signed-in person's name or role. */
  readonly who: () => string | null
  readonly now: () => number
}): SetupKeeper {
  const { file, facts, who, now } = options
  const { inTurn } = createTurns()

  /** One change at a time, so that none overwrites another. */
  const change = <Value>(how: (present: Setup) => Promise<Value>): Promise<Value> =>
    inTurn(async () => how(await file.read()))

  return {
    read: file.read,
    mark: (step, state) =>
      change(async (present) => {
        if (state === 'done' && isProven(step, present, facts()) === false) {
          return refuse('not_now', `${step} is not done yet`)
        }
        const { [step]: _, ...others } = present.steps
        const { real_money } = facts().service
        const made = { state, at: new Date(now()).toISOString(), by: who(), real_money }
        const mark = state === 'open' ? {} : { [step]: made }
        const changed = { ...present, steps: { ...others, ...mark } }
        await file.write(changed)
        return ok(changed)
      }),
    async tried(result) {
      const name =
        result.operation === 'date_time' ? 'clock' : result.operation === 'auth_card' ? 'test_sale' : null
      // The result of another terminal must not replace that of this counter's.
      if (name === null || result.hsn !== facts().terminal.hsn) return
      const { real_money } = facts().service
      await change((present) => file.write({ ...present, [name]: triedOf(result, now(), real_money) }))
    },
  }
}

function triedOf(
  { hsn, ok: worked, facts }: DiagnosticResult,
  now: number,
  real_money: boolean | null,
): Tried {
  const fact = (name: (typeof facts)[number]['name']) => facts.find((one) => one.name === name)?.value ?? null
  const amount = fact('amount')
  return {
    at: new Date(now).toISOString(),
    hsn,
    ok: worked,
    payment_id: fact('payment_id'),
    amount: amount === null ? null : Number(amount),
    returned: fact('returned') === 'true',
    clock_offset: fact('clock_offset'),
    real_money,
  }
}
