import { z } from 'zod'
import { type OperationBody, type OperationReply, operations } from '../../../src-shared/api/operations.ts'
import type { TryableOperation } from '../../../src-shared/pos/terminals/installer.ts'
import { err, ok, type Result } from '../../../src-shared/result.ts'
import type { OperationOnTerminal } from '../../terminal/session.ts'
import {
  cardReport,
  cents,
  ms,
  type Report,
  report,
  sizeOf,
  text,
  time,
  withoutCardNumbers,
  withSignature,
  yesNo,
} from './report.ts'

export type Fields = Readonly<Record<string, string | number | boolean>>

/** The others need a payment or make one (run.ts, test-sale.ts). */
export type PlainOperation = Exclude<TryableOperation, 'ping' | 'auth_card' | 'auth_manual' | 'print_receipt'>

interface Plain<Name extends OperationOnTerminal> {
  readonly name: Name
  /** The fields used where the page sends none. */
  readonly defaults: (now: Date) => Omit<OperationBody<Name>, 'hsn'>
  readonly report: (reply: OperationReply<Name>) => Report | Promise<Report>
}
type PlainOf<Operation extends PlainOperation> = Plain<`terminals.${Operation}`>

/** For each operation: the request, and how the reply is shown to a person. */
export const plainOperations: { readonly [Operation in PlainOperation]: PlainOf<Operation> } = {
  get_pan_pad_version: {
    name: 'terminals.get_pan_pad_version',
    defaults: () => ({}),
    report: ({ version }) => report(text('version', version)),
  },
  date_time: {
    name: 'terminals.date_time',
    defaults: (now) => ({ dateTime: now.toISOString() }),
    report: ({ date_time, offset_ms }) =>
      report(
        ...(date_time === undefined ? [] : [time('clock_set_to', date_time)]),
        ...(offset_ms === undefined ? [] : [ms('clock_offset', offset_ms)]),
      ),
  },
  display: {
    name: 'terminals.display',
    defaults: () => ({ text: 'Countertop' }),
    report: (reply) => report(text('shown', reply.text)),
  },
  read_confirmation: {
    name: 'terminals.read_confirmation',
    defaults: () => ({ prompt: 'Can you read this?' }),
    report: ({ confirmed }) => report(yesNo('confirmed', confirmed)),
  },
  read_input: {
    name: 'terminals.read_input',
    defaults: () => ({ prompt: 'Phone number', format: 'PHONE' }),
    report: ({ input }) => report(text('input', withoutCardNumbers(input))),
  },
  tip: {
    name: 'terminals.tip',
    defaults: () => ({ amount: 1000, tip_percent_presets: [15, 18, 20] }),
    report: ({ amount, tip, total }) =>
      report(cents('amount', amount), cents('tip', tip), cents('total', total)),
  },
  read_signature: {
    name: 'terminals.read_signature',
    defaults: () => ({ prompt: 'Please sign' }),
    report: ({ signature }) => withSignature(report(), signature, sizeOf(signature)),
  },
  read_card: { name: 'terminals.read_card', defaults: () => ({ amount: 100 }), report: cardReport },
  read_manual: { name: 'terminals.read_manual', defaults: () => ({ amount: 100 }), report: cardReport },
}

/** The request, checked against the operation's own schema. @returns or what is wrong with it, naming the field */
export function bodyOf<Name extends OperationOnTerminal>(
  name: Name,
  hsn: string,
  fields: object,
): Result<OperationBody<Name>, string> {
  const schema: z.ZodType = operations[name].body
  const parsed = schema.safeParse({ ...fields, hsn })
  if (parsed.success) return ok(parsed.data as OperationBody<Name>)
  return err(z.prettifyError(parsed.error))
}
