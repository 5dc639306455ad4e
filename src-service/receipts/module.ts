import type { receiptOperations } from '../../src-shared/api/operations/receipts.ts'
import type { Customer } from '../../src-shared/api/schemas/customer.ts'
import { err, ok } from '../../src-shared/result.ts'
import { accountsInReach } from '../accounts/accounts-in-reach.ts'
import { loadIntent } from '../intents/load.ts'
import type { Postbox } from '../mail/postbox.ts'
import type { ServiceModule, Services } from '../services.ts'
import { receiptMail } from './receipt-mail.ts'
import { mailNotSetUp, receiptPayment, receiptRecipients, sendReply } from './receipt-rules.ts'

/** Section 4.2: receipts by e-mail. */
export function receiptsModule(
  services: Pick<Services, 'store' | 'accounts'>,
  { mailer, from, outbox, training }: Postbox,
): ServiceModule<keyof typeof receiptOperations> {
  const { store, accounts } = services
  return {
    async stop() {
      mailer?.close()
    },
    handlers: {
      'payment_intents.send_receipt': async ({ caller: { tenantId, accountId }, params, body }) => {
        const row = await loadIntent(store, accountId, params.id)
        if (!row.ok) return row
        const intent = row.value.document
        const paid = receiptPayment(intent)
        if (!paid.ok) return paid
        const { payment } = paid.value
        const customerId = payment.customer_id ?? intent.customer_id
        const customer =
          customerId === null ? null : await store.get<Customer>('customer', tenantId, customerId)
        const recipients = receiptRecipients(payment, customer?.document ?? null, body)
        if (!recipients.ok) return recipients
        if (mailer === null) return err(mailNotSetUp)
        const account = await accounts.account(accountId)
        if (account === null) throw new Error(`account ${accountId} of a request that was let in is missing`)
        const facts = { account: account.document, intent, ...paid.value, from, training }
        const mail = receiptMail({ ...facts, ...recipients.value })
        return ok(sendReply(mail, await mailer.send(mail)))
      },

      'sandbox.outbox': async ({ caller }) =>
        ok({ data: outbox.list(await accountsInReach(services, caller)) }),
    },
  }
}
