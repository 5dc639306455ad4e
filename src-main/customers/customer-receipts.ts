import type { CallFailure } from '../../src-shared/api/client.ts'
import type { Customer } from '../../src-shared/api/schemas/customer.ts'
import type { Language } from '../../src-shared/language.ts'
import type { PosResult } from '../../src-shared/pos/commands.ts'
import type { CounterCustomer } from '../../src-shared/pos/customer/customer.ts'
import type { ReceiptWay } from '../../src-shared/pos/customer/receipt-ways.ts'
import { parsePhone } from '../../src-shared/pos/links/payment-link-steps.ts'
import { assertNever, ok, type Result } from '../../src-shared/result.ts'
import type { Log } from '../log.ts'
import { type PaidCard, receiptSender } from '../sales/send-receipts.ts'
import { type ClientSource, callService } from '../service-calls/call-service.ts'

/** Receipts in the way that a customer prefers. */
export interface CustomerReceipts {
  send(
    customer: CounterCustomer,
    way: ReceiptWay,
    cards: readonly PaidCard[],
  ): Promise<PosResult<'customer.receipt'>>
  /** Stores the way with the customer, beside other fields. @returns the changed customer; null: it was stored already */
  remember(id: string, way: ReceiptWay): Promise<Result<Customer | null, CallFailure>>
}

export function createCustomerReceipts(options: {
  readonly client: ClientSource
  readonly language: () => Language
  /** Creates the name of a request. */
  readonly newId: () => string
  readonly log: Log
}): CustomerReceipts {
  const { client, language } = options
  const sendReceipts = receiptSender(options)
  return {
    async send({ email, phone, locale }, way, cards) {
      const reads = { locale: locale ?? language() }
      switch (way) {
        case 'email':
          return sendReceipts(`email ${email}`, cards, (request) =>
            callService(client, 'payment_intents.send_receipt', {
              ...request,
              body: { email_override: email, ...reads },
            }),
          )
        case 'sms':
          return sendReceipts(`sms ${phone}`, cards, (request) =>
            callService(client, 'payment_intents.send_receipt_sms', {
              ...request,
              body: { phone_number: parsePhone(phone) ?? phone, ...reads },
            }),
          )
        case 'print':
        case 'none':
          return ok({ sent: true, message: '' })
        default:
          return assertNever(way)
      }
    },
    async remember(id, receipt) {
      const found = await callService(client, 'customers.get', { params: { id } })
      if (!found.ok) return found
      if (found.value.user_fields.receipt === receipt) return ok(null)
      const user_fields = { ...found.value.user_fields, receipt }
      return callService(client, 'customers.update', { params: { id }, body: { user_fields } })
    },
  }
}
