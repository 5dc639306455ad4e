import type { Payment, ReceiptData } from '../../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../../src-shared/api/schemas/payment-intent.ts'
import { paymentReceipt, type ReceiptCopy } from '../../../src-shared/receipt/receipt.ts'
import { type GivenOutcome, isApproved, receiptOutcome } from '../../../src-shared/receipt/receipt-outcome.ts'
import { markTraining } from '../../../src-shared/receipt/receipt-parts.ts'
import { ok, type Result } from '../../../src-shared/result.ts'
import type { ChipData } from '../../../src-shared/terminal/messages.ts'
import { attachTerminalDetails } from '../../authorize/authorize-card-present.ts'
import type { AttemptReply } from '../../intents/attempt.ts'
import type { SendFailure } from '../link/gateway.ts'
import type { TerminalRun } from '../run-operation.ts'
import type { TerminalContext } from '../terminal-context.ts'
import type { SaleBody } from './sale-rules.ts'
import { showOutcome } from './show-outcome.ts'
import { signatureCommand, signs } from './signature.ts'

export interface Aftermath {
  readonly body: SaleBody
  readonly chip: ChipData | null
  /** Whether the customer entered a PIN. */
  readonly pin: boolean
}

/**
 * Takes the signature and prints the receipt after the outcome is written. A declined customer does not sign, but may
 * want a receipt. A failure here (cancelled, timed out, link lost, no paper, a fault of the service such as a full
 * disk) is logged and the step left out: it never undoes or hides the sale.
 */
export async function afterOutcome(
  context: TerminalContext,
  run: TerminalRun,
  outcome: AttemptReply,
  { body, chip, pin }: Aftermath,
): Promise<Payment> {
  const { payment } = outcome
  let attempt = outcome
  try {
    const facts = { entryMode: payment.entry_mode, chip, pin, amount: payment.amount_authorized }
    const asked = isApproved(payment) && signs(run.terminal, facts, body.include_signature ?? true)
    if (asked) attempt = await takeSignature(context, run, outcome, body)
    const copies = copiesOf(body)
    if (copies.length > 0) await printCopies(context, run, attempt, { body, copies })
  } catch (error) {
    context.log.error({ err: error, hsn: body.hsn, payment_id: payment.id }, 'sale.aftermath_failed')
  }
  return attempt.payment
}

async function takeSignature(
  context: TerminalContext,
  run: TerminalRun,
  approved: AttemptReply,
  body: SaleBody,
): Promise<AttemptReply> {
  const { payment } = approved
  const leftOut = async (reason: string) => {
    context.log.warn({ hsn: body.hsn, payment_id: payment.id, reason }, 'sale.signature_left_out')
    // The customer must finally see the outcome, not the end of the signature prompt.
    await showOutcome(run, payment, body)
    return approved
  }
  const signature = await run.send(signatureCommand(run.words.sign, body))
  if (!signature.ok) return leftOut(signature.error)
  const attached = await attachTerminalDetails(context, payment.account_id, payment.id, signature.value)
  return attached.ok ? attached.value : leftOut(attached.error.message)
}

/** print_receipt is the customer's copy, print_extra_receipt the merchant's; they are independent of each other. */
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
  const given = receiptOutcome(payment)
  if (payment.terminal_details === null || given.kind === 'none') return
  const printed = await printReceipts(run, {
    intent,
    payment,
    outcome: given,
    receiptData: payment.terminal_details.receipt_data,
    copies,
    training: context.training ?? false,
    delayMs: body.print_delay ?? 0,
  })
  if (!printed.ok) {
    context.log.warn(
      { hsn: body.hsn, payment_id: payment.id, reason: printed.error },
      'sale.receipt_not_printed',
    )
  }
}

/** Maximum time for printing, in ms: printing is slow, but a printer that takes longer has a problem. */
const printingMs = 60_000

export interface PrintJob {
  readonly intent: PaymentIntent
  readonly payment: Payment
  readonly outcome: GivenOutcome
  readonly receiptData: ReceiptData
  /** In the order of printing. */
  readonly copies: readonly ReceiptCopy[]
  readonly training: boolean
  /** Pause between two copies, in ms, to tear off the first. */
  readonly delayMs: number
}

/** Prints on the terminal; stops at the first copy that fails. */
export async function printReceipts(run: TerminalRun, job: PrintJob): Promise<Result<null, SendFailure>> {
  for (const [index, copy] of job.copies.entries()) {
    const delay_ms = index === 0 ? 0 : job.delayMs
    const { language } = run
    const lines = [...markTraining(job.training, paymentReceipt({ ...job, copy, language }), language)]
    const printed = await run.send({ name: 'print', lines, delay_ms }, printingMs + delay_ms)
    if (!printed.ok) return printed
  }
  return ok(null)
}
