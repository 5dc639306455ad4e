import { z } from 'zod'
import { type OperationBody, type OperationReply, operations } from '../../../src-shared/api/operations.ts'
import type { TryableOperation } from '../../../src-shared/pos/installer.ts'
import { err, ok, type Result } from '../../../src-shared/result.ts'
import type { TerminalCommandName } from '../../terminal/terminal-commands.ts'
import {
  cents,
  ms,
  sizeOf,
  type Told,
  text,
  time,
  told,
  toldOfCard,
  withoutCardNumbers,
  withSignature,
  yesNo,
} from './report.ts'

export type Fields = Readonly<Record<string, string | number | boolean>>

/** Those that need a payment or make one are apart. */
export type PlainOperation = Exclude<TryableOperation, 'ping' | 'auth_card' | 'auth_manual' | 'print_receipt'>

interface Plain<Name extends TerminalCommandName> {
  readonly name: Name
  /** What is sent where the page sends nothing. */
  readonly usual: (now: Date) => Omit<OperationBody<Name>, 'hsn'>
  readonly tell: (reply: OperationReply<Name>) => Told
}
type PlainOf<Operation extends PlainOperation> = Plain<`terminals.${Operation}`>

/** What is asked, and how a person reads what came back. */
export const plainTrials: { readonly [Operation in PlainOperation]: PlainOf<Operation> } = {
  get_pan_pad_version: {
    name: 'terminals.get_pan_pad_version',
    usual: () => ({}),
    tell: ({ version }) => told(text('version', version)),
  },
  date_time: {
    name: 'terminals.date_time',
    usual: (now) => ({ dateTime: now.toISOString() }),
    tell: ({ date_time, offset_ms }) => told(time('clock_set_to', date_time), ms('clock_offset', offset_ms)),
  },
  display: {
    name: 'terminals.display',
    usual: () => ({ text: 'Countertop' }),
    tell: (reply) => told(text('shown', reply.text)),
  },
  read_confirmation: {
    name: 'terminals.read_confirmation',
    usual: () => ({ prompt: 'Can you read this?' }),
    tell: ({ confirmed }) => told(yesNo('confirmed', confirmed)),
  },
  read_input: {
    name: 'terminals.read_input',
    usual: () => ({ prompt: 'Phone number', format: 'PHONE' }),
    tell: ({ input }) => told(text('input', withoutCardNumbers(input))),
  },
  tip: {
    name: 'terminals.tip',
    usual: () => ({ amount: 1000, tip_percent_presets: [15, 18, 20] }),
    tell: ({ amount, tip, total }) => told(cents('amount', amount), cents('tip', tip), cents('total', total)),
  },
  read_signature: {
    name: 'terminals.read_signature',
    usual: () => ({ prompt: 'Please sign' }),
    tell: ({ signature }) => withSignature(told(), signature, sizeOf(signature)),
  },
  read_card: { name: 'terminals.read_card', usual: () => ({ amount: 100 }), tell: toldOfCard },
  read_manual: { name: 'terminals.read_manual', usual: () => ({ amount: 100 }), tell: toldOfCard },
}

/** The request as the operation's own schema has it. @returns what is wrong with it, naming the field. */
export function bodyOf<Name extends TerminalCommandName>(
  name: Name,
  hsn: string,
  fields: object,
): Result<OperationBody<Name>, string> {
  const schema: z.ZodType = operations[name].body
  const parsed = schema.safeParse({ ...fields, hsn })
  if (parsed.success) return ok(parsed.data as OperationBody<Name>)
  return err(z.prettifyError(parsed.error))
}
