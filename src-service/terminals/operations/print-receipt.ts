import { type ServiceError, serviceError } from '../../../src-shared/api/errors.ts'
import type { ReceiptData } from '../../../src-shared/api/schemas/payment.ts'
import { receiptOutcome } from '../../../src-shared/receipt/receipt-outcome.ts'
import { err, ok } from '../../../src-shared/result.ts'
import type { Handler } from '../../http/handler.ts'
import type { Attempt } from '../../intents/attempt.ts'
import { loadAttempt } from '../../intents/load.ts'
import { noReceipt } from '../../messages/no-receipt.ts'
import { runOperation } from '../run-operation.ts'
import { printReceipts } from '../sale/after-outcome.ts'
import { receiptDataOf } from '../sale/receipt-data.ts'
import type { TerminalContext } from '../terminal-context.ts'

/** Prints a payment's receipt. If that is impossible, the error contains the receipt's data. */
export const printReceipt =
  (context: TerminalContext): Handler<'terminals.print_receipt'> =>
  (request) =>
    runOperation(context, 'terminals.print_receipt', request, async (run) => {
      const { body } = request
      const attempt = await loadAttempt(context.store, run.terminal.document.account_id, body.payment_id)
      if (!attempt.ok) return attempt
      const payment = attempt.value.payment.document
      const outcome = receiptOutcome(payment)
      if (outcome.kind === 'none')
        return err(noReceipt(`Payment ${payment.id}`, payment.status, outcome.reason))
      const receiptData = await receiptDataFor(context, attempt.value)
      if (!run.terminal.document.device_capabilities.printer) return err(noPrinter(body.hsn, receiptData))
      const printed = await printReceipts(run, {
        intent: attempt.value.intent.document,
        payment,
        outcome,
        receiptData,
        copies: body.print_extra_receipt === true ? ['merchant', 'customer'] : ['customer'],
        training: context.training ?? false,
        delayMs: body.print_delay ?? 0,
      })
      if (printed.ok) return ok({ receipt_data: receiptData })
      if (printed.error === 'unsupported') return err(noPrinter(body.hsn, receiptData))
      const refusal = run.refusal(printed.error)
      return err(refusal.code === 'printing_unsupported' ? { ...refusal, receiptData } : refusal)
    })

const noPrinter = (hsn: string, receiptData: ReceiptData): ServiceError =>
  serviceError(
    'printing_unsupported',
    `Terminal ${hsn} has no printer. receipt_data contains the text of the receipt: print it at the counter or send it.`,
    { receiptData },
  )

/** Returns the receipt data; for a payment that was not made at a terminal, built from the account. */
async function receiptDataFor(context: TerminalContext, { payment, intent }: Attempt): Promise<ReceiptData> {
  const { terminal_details: details, billing_details: billing } = payment.document
  if (details !== null) return details.receipt_data
  const account = await context.accounts.account(payment.account_id)
  if (account === null) throw new Error(`account ${payment.account_id} is gone`)
  const facts = {
    account: account.document,
    intent: intent.document,
    cardholderName: billing.name ?? null,
    now: payment.created_at,
  }
  return receiptDataOf(facts, {})
}
