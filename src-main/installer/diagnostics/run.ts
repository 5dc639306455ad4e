import { z } from 'zod'
import type { Client } from '../../../src-shared/api/client.ts'
import type { OperationBody } from '../../../src-shared/api/operations.ts'
import { amountSchema } from '../../../src-shared/api/schemas/common.ts'
import type { TryableOperation } from '../../../src-shared/pos/installer.ts'
import { err, ok, type Result } from '../../../src-shared/result.ts'
import { callService } from '../../sale/calls.ts'
import { detailOf } from '../../terminal/failures.ts'
import type { TerminalCommandName } from '../../terminal/terminal-commands.ts'
import type { PingHistory } from '../pings.ts'
import { bodyOf, type Fields, type PlainOperation, plainTrials } from './operations.ts'
import type { TrialMoney } from './pending-reversals.ts'
import { failed, ms, type Told, text, time, told, yesNo } from './report.ts'
import type { TerminalLine } from './session.ts'
import { trySale } from './test-sale.ts'

export interface TrialContext {
  readonly hsn: string
  readonly client: () => Client | null
  readonly money: TrialMoney
  readonly pings: PingHistory
  readonly newId: () => string
  readonly now: () => number
}

/** A trial that is ready to run; nothing has been sent. */
export type ReadyTrial = (line: TerminalLine) => Promise<Told>

/** @returns what is wrong with the fields, by their names. */
export function readyTrial(
  context: TrialContext,
  operation: TryableOperation,
  fields: Fields,
): Result<ReadyTrial, string> {
  switch (operation) {
    case 'ping':
      return ok((line) => ping(context, line))
    case 'print_receipt':
      return ok((line) => print(context, line, fields))
    case 'auth_card':
    case 'auth_manual':
      return sale(context, `terminals.${operation}`, fields)
    default:
      return plain(context, operation, fields)
  }
}

function plain<Operation extends PlainOperation>(
  { hsn, now }: TrialContext,
  operation: Operation,
  fields: Fields,
): Result<ReadyTrial, string> {
  // The table pairs each name with what reads its reply; the compiler cannot follow the pair through the union.
  const trial = plainTrials[operation] as {
    readonly name: TerminalCommandName
    readonly usual: (now: Date) => object
    readonly tell: (reply: unknown) => Told
  }
  const body = bodyOf(trial.name, hsn, { ...trial.usual(new Date(now())), ...fields })
  if (!body.ok) return body
  return ok(async (line) => {
    const answer = await line.run(trial.name, body.value)
    return answer.ok ? trial.tell(answer.value) : failed(detailOf(answer.error))
  })
}

async function ping({ hsn, pings }: TrialContext, line: TerminalLine): Promise<Told> {
  const answer = await line.ping()
  pings.add(hsn, answer)
  if (!answer.ok) return failed(detailOf(answer.error))
  const { connected, busy, latency_ms, session_expires_at } = answer.value
  const facts = [
    yesNo('answered', connected),
    ...(latency_ms === null ? [] : [ms('latency', latency_ms)]),
    yesNo('busy', busy),
    ...(session_expires_at === null ? [] : [time('session_until', session_expires_at)]),
  ]
  return { ...told(...facts), ok: connected }
}

/** Prints the receipt of the payment that is named, else of the account's latest one that was approved. */
async function print({ client }: TrialContext, line: TerminalLine, fields: Fields): Promise<Told> {
  let payment_id = typeof fields.payment_id === 'string' ? fields.payment_id : null
  if (payment_id === null) {
    const found = await callService(client, 'payment_intents.list', { query: { limit: 50 } })
    if (!found.ok) return failed(detailOf(found.error))
    const payments = found.value.data.flatMap(({ latest_payment }) => latest_payment ?? [])
    payment_id = payments.find(({ card_present, status }) => card_present && status !== 'failed')?.id ?? null
  }
  if (payment_id === null) return failed('There is no payment yet whose receipt could be printed.')
  const printed = await line.run('terminals.print_receipt', { payment_id })
  const about = text('payment_id', payment_id)
  return printed.ok ? told(yesNo('printed', true), about) : failed(detailOf(printed.error), [about])
}

const trialAmountSchema = amountSchema.min(1)
/** Cents. */
const usualAmount = 100

function sale(
  { hsn, client, money, newId }: TrialContext,
  name: 'terminals.auth_card' | 'terminals.auth_manual',
  { amount = usualAmount, ...fields }: Fields,
): Result<ReadyTrial, string> {
  const cents = trialAmountSchema.safeParse(amount)
  if (!cents.success) return err(`amount: ${z.prettifyError(cents.error)}`)
  // The intent is made by the trial: a payment of somebody else is not to be given back.
  if ('payment_intent_id' in fields) return err('payment_intent_id: a trial makes its own')
  const body = bodyOf(name, hsn, { ...fields, payment_intent_id: 'pi_of_the_trial' })
  if (!body.ok) return body
  const { hsn: _hsn, payment_intent_id: _placeholder, ...rest } = body.value as OperationBody<typeof name>
  return ok((line) => trySale({ client, line, money, name, id: newId(), amount: cents.data, body: rest }))
}
