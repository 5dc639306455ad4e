import type { Payment, ReceiptData } from '../../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../../src-shared/api/schemas/payment-intent.ts'
import { paymentReceipt, type ReceiptCopy } from '../../../src-shared/receipt/receipt.ts'
import { ok, type Result } from '../../../src-shared/result.ts'
import type { SendFailure } from '../link/gateway.ts'
import type { TerminalRun } from '../run-operation.ts'

/** A roll of paper is slow; a printer that has not finished by then has a problem. ms */
const printingMs = 60_000

export interface PrintJob {
  readonly intent: PaymentIntent
  readonly payment: Payment
  readonly receiptData: ReceiptData
  /** In the order that they are printed. */
  readonly copies: readonly ReceiptCopy[]
  /** The pause between two, in which the first is torn off, ms. */
  readonly delayMs: number
}

/** Prints on the terminal; stops at the first copy that does not come out. */
export async function printReceipts(run: TerminalRun, job: PrintJob): Promise<Result<null, SendFailure>> {
  for (const [index, copy] of job.copies.entries()) {
    const delay_ms = index === 0 ? 0 : job.delayMs
    const { receiptData, payment, intent } = job
    const lines = [...paymentReceipt({ receiptData, payment, intent, copy })]
    const printed = await run.send({ name: 'print', lines, delay_ms }, printingMs + delay_ms)
    if (!printed.ok) return printed
  }
  return ok(null)
}
