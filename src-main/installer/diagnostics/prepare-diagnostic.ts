import { z } from 'zod'
import type { OperationBody } from '../../../src-shared/api/operations.ts'
import { amountSchema } from '../../../src-shared/api/schemas/common.ts'
import type { Language } from '../../../src-shared/language.ts'
import type { TryableOperation } from '../../../src-shared/pos/terminals/installer.ts'
import { err, ok, type Result } from '../../../src-shared/result.ts'
import { type ClientSource, callService } from '../../service-calls/call-service.ts'
import { detailOf } from '../../service-calls/failures.ts'
import type { OperationOnTerminal } from '../../terminal/session.ts'
import type { PingHistory } from '../pings.ts'
import { bodyOf, type Fields, type PlainOperation, plainOperations } from './operations.ts'
import type { PendingReversals } from './pending-reversals.ts'
import { failed, ms, type Report, report, text, time, yesNo } from './report.ts'
import type { DiagnosticSession } from './session.ts'
import { runTestSale } from './test-sale.ts'

export interface DiagnosticContext {
  readonly hsn: string
  readonly client: ClientSource
  readonly reversals: PendingReversals
  readonly pings: PingHistory
  readonly currency: string
  readonly language: Language
  readonly newId: () => string
  readonly now: () => number
}

/** A diagnostic ready to run; it has not sent anything yet. */
export type PreparedDiagnostic = (session: DiagnosticSession) => Promise<Report>

/** @returns or what is wrong with the fields, by their names */
export function prepareDiagnostic(
  context: DiagnosticContext,
  operation: TryableOperation,
  fields: Fields,
): Result<PreparedDiagnostic, string> {
  switch (operation) {
    case 'ping':
      return ok((session) => ping(context, session))
    case 'print_receipt':
      return ok((session) => print(context, session, fields))
    case 'auth_card':
    case 'auth_manual':
      return sale(context, `terminals.${operation}`, fields)
    default:
      return plain(context, operation, fields)
  }
}

function plain<Operation extends PlainOperation>(
  { hsn, now }: DiagnosticContext,
  operation: Operation,
  fields: Fields,
): Result<PreparedDiagnostic, string> {
  // The table pairs each name with the function for its reply; the compiler cannot relate them across the union.
  const plan = plainOperations[operation] as {
    readonly name: OperationOnTerminal
    readonly defaults: (now: Date) => object
    readonly report: (reply: unknown) => Report | Promise<Report>
  }
  const body = bodyOf(plan.name, hsn, { ...plan.defaults(new Date(now())), ...fields })
  if (!body.ok) return body
  return ok(async (session) => {
    const answer = await session.run(plan.name, body.value)
    return answer.ok ? plan.report(answer.value) : failed(detailOf(answer.error))
  })
}

async function ping({ hsn, pings }: DiagnosticContext, session: DiagnosticSession): Promise<Report> {
  const answer = await session.ping()
  pings.add(hsn, answer)
  if (!answer.ok) return failed(detailOf(answer.error))
  const { connected, busy, latency_ms, session_expires_at } = answer.value
  const facts = [
    yesNo('answered', connected),
    ...(latency_ms === null ? [] : [ms('latency', latency_ms)]),
    ...(busy === null ? [] : [yesNo('busy', busy)]),
    ...(session_expires_at === null ? [] : [time('session_until', session_expires_at)]),
  ]
  return { ...report(...facts), ok: connected }
}

/** Prints the receipt of the given payment, else of the account's latest approved one. */
async function print(
  { client }: DiagnosticContext,
  session: DiagnosticSession,
  fields: Fields,
): Promise<Report> {
  let payment_id = typeof fields.payment_id === 'string' ? fields.payment_id : null
  if (payment_id === null) {
    const found = await callService(client, 'payment_intents.list', { query: { limit: 50 } })
    if (!found.ok) return failed(detailOf(found.error))
    const payments = found.value.data.flatMap(({ latest_payment }) => latest_payment ?? [])
    payment_id = payments.find(({ card_present, status }) => card_present && status !== 'failed')?.id ?? null
  }
  if (payment_id === null) return failed('There is no payment yet whose receipt could be printed.')
  const printed = await session.run('terminals.print_receipt', { payment_id })
  const about = text('payment_id', payment_id)
  return printed.ok ? report(yesNo('printed', true), about) : failed(detailOf(printed.error), [about])
}

const testAmountSchema = amountSchema.min(1)
/** Cents. */
const defaultAmount = 100

function sale(
  { hsn, client, reversals, newId, currency, language }: DiagnosticContext,
  name: 'terminals.auth_card' | 'terminals.auth_manual',
  { amount = defaultAmount, ...fields }: Fields,
): Result<PreparedDiagnostic, string> {
  const cents = testAmountSchema.safeParse(amount)
  if (!cents.success) return err(`amount: ${z.prettifyError(cents.error)}`)
  // A test sale makes its own intent, so that it cannot reverse another payment.
  if ('payment_intent_id' in fields) return err('payment_intent_id: a test sale makes its own')
  const body = bodyOf(name, hsn, { ...fields, payment_intent_id: 'pi_of_the_test_sale' })
  if (!body.ok) return body
  const { hsn: _hsn, payment_intent_id: _placeholder, ...rest } = body.value as OperationBody<typeof name>
  return ok((session) =>
    runTestSale({
      client,
      session,
      reversals,
      name,
      id: newId(),
      amount: cents.data,
      currency,
      language,
      body: rest,
    }),
  )
}
