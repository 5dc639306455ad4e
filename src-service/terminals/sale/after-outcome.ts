import type { Payment } from '../../../src-shared/api/schemas/payment.ts'
import type { ReceiptCopy } from '../../../src-shared/receipt/receipt.ts'
import type { ChipData } from '../../../src-shared/terminal/messages.ts'
import { attachTerminalDetails } from '../../authorize/authorize.ts'
import type { AttemptReply } from '../../intents/attempt.ts'
import { signatureCommand } from '../operations/read-signature.ts'
import type { TerminalRun } from '../run-operation.ts'
import type { TerminalContext } from '../terminal-context.ts'
import type { SaleBody } from './card-sale.ts'
import { printReceipts } from './print.ts'
import { signs } from './sale-rules.ts'

export interface Aftermath {
  readonly body: SaleBody
  readonly chip: ChipData | null
  /** The customer entered one. */
  readonly pin: boolean
}

/**
 * Signature and receipt, once the outcome is written; who was declined does not sign, but may want it on paper.
 * Whatever goes wrong here (cancelled, timed out, link lost, no paper, a fault of our own such as a full disk) is left
 * out and logged: it never undoes the sale, nor hides it.
 */
export async function afterOutcome(
  context: TerminalContext,
  run: TerminalRun,
  outcome: AttemptReply,
  { body, chip, pin }: Aftermath,
): Promise<Payment> {
  const { payment } = outcome
  let told = outcome
  try {
    const facts = { entryMode: payment.entry_mode, chip, pin, amount: payment.amount_authorized }
    const approved = payment.status !== 'failed'
    const wanted = approved && signs(run.terminal, facts, body.include_signature ?? true)
    if (wanted) told = await takeSignature(context, run, outcome, body)
    const copies = copiesOf(body)
    if (copies.length > 0) await printCopies(context, run, told, { body, copies })
  } catch (error) {
    context.log.error(
      { err: error, hsn: body.hsn, payment_id: payment.id },
      'a sale stands, but its aftermath failed',
    )
  }
  return told.payment
}

async function takeSignature(
  context: TerminalContext,
  run: TerminalRun,
  approved: AttemptReply,
  body: SaleBody,
): Promise<AttemptReply> {
  const { payment } = approved
  const leftOut = (reason: string) => {
    context.log.warn({ hsn: body.hsn, payment_id: payment.id, reason }, 'a sale stands without a signature')
    return approved
  }
  const signature = await run.send(signatureCommand('Please sign', body), context.timings.promptMs)
  if (!signature.ok) return leftOut(signature.error)
  const attached = await attachTerminalDetails(context, payment.account_id, payment.id, signature.value)
  return attached.ok ? attached.value : leftOut(attached.error.message)
}

/** print_receipt is the customer's copy, print_extra_receipt the merchant's; each is a wish of its own. */
const copiesOf = (body: SaleBody): readonly ReceiptCopy[] => [
  ...(body.print_extra_receipt === true ? (['merchant'] as const) : []),
  ...(body.print_receipt === true ? (['customer'] as const) : []),
]

async function printCopies(
  context: TerminalContext,
  run: TerminalRun,
  { intent, payment }: AttemptReply,
  { body, copies }: { readonly body: SaleBody; readonly copies: readonly ReceiptCopy[] },
): Promise<void> {
  if (payment.terminal_details === null) return
  const printed = await printReceipts(run, {
    intent,
    payment,
    receiptData: payment.terminal_details.receipt_data,
    copies,
    delayMs: body.print_delay ?? 0,
  })
  if (!printed.ok) {
    context.log.warn(
      { hsn: body.hsn, payment_id: payment.id, reason: printed.error },
      'a receipt was not printed',
    )
  }
}
