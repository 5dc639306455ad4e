import type { ServiceError } from '../../src-shared/api/errors.ts'
import type { SendEmailBody, SendSmsBody } from '../../src-shared/api/schemas/message.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { SessionDocument } from '../checkout/documents.ts'
import type { Vault } from '../vault/vault.ts'
import { receiptSms } from './link.ts'
import {
  customerOf,
  languageOf,
  type MessageServices,
  type Sender,
  senderAccount,
} from './message-services.ts'
import { receiptToken } from './receipt-link.ts'
import { receiptMail } from './receipt-mail.ts'
import { payersAddress, receiptPayment } from './receipt-rules.ts'
import { recipientsOf } from './recipients.ts'
import type { Prepared } from './send-message.ts'
import { mailNotSetUp, mailSent, smsNotSetUp, smsSent } from './send-replies.ts'

/** Our own operation: sends a link to the receipt by text message or, without a public URL, a short receipt. */
export async function prepareReceiptSms(
  services: MessageServices & { readonly vault: Pick<Vault, 'fingerprint'> },
  sender: Sender,
  intent: PaymentIntent,
  { phone_number, locale }: SendSmsBody,
): Promise<Result<Prepared, ServiceError>> {
  const { postbox, publicUrl, isPublic, clock, vault } = services
  const paid = receiptPayment(intent)
  if (!paid.ok) return paid
  const { payment, outcome } = paid.value
  if (postbox.sms === null) return err(smsNotSetUp)
  const { sms, training } = postbox
  const customer = await customerOf(services, sender, payment.customer_id ?? intent.customer_id)
  const language = languageOf(services, locale, customer)
  const account = await senderAccount(services, sender)
  const link = () => `${publicUrl()}/receipts/${receiptToken(vault, intent.id, language, clock.verified())}`
  const url = isPublic ? link() : null
  const { surcharge_amount: surcharge } = intent
  const message = receiptSms({ account, payment, outcome, surcharge, url, language, training }, phone_number)
  return ok({
    subjectId: intent.id,
    subject: `The receipt of payment intent ${intent.id}`,
    send: async () => smsSent('The receipt', phone_number, await sms.send(message)),
  })
}

/** Section 4.2: the receipt of an intent, requested by the intent's id or by that of its session. */
export async function prepareReceipt(
  services: MessageServices,
  sender: Sender,
  intent: PaymentIntent,
  body: SendEmailBody,
): Promise<Result<Prepared, ServiceError>> {
  const { store, postbox } = services
  const { mailer, from, training } = postbox
  const paid = receiptPayment(intent)
  if (!paid.ok) return paid
  const { payment } = paid.value
  const customer = await customerOf(services, sender, payment.customer_id ?? intent.customer_id)
  const { checkout_session_id: sessionId } = intent
  const session =
    sessionId === undefined
      ? null
      : await store.get<SessionDocument>('checkout_session', sender.accountId, sessionId)
  const recipients = recipientsOf(
    body,
    payersAddress(payment, customer, session?.document ?? null),
    'neither the payment method nor the customer has an e-mail address',
  )
  if (!recipients.ok) return recipients
  if (mailer === null) return err(mailNotSetUp)
  const account = await senderAccount(services, sender)
  const language = languageOf(services, body.locale, customer)
  const mail = receiptMail({ account, intent, ...paid.value, from, training, language, ...recipients.value })
  return ok({
    subjectId: intent.id,
    subject: `The receipt of payment intent ${intent.id}`,
    send: async () => mailSent('The receipt', mail, await mailer.send(mail)),
  })
}
