import type { ServiceError } from '../../src-shared/api/errors.ts'
import { noPublicAddress } from '../../src-shared/api/no-public-address.ts'
import type { ReceiptLink, SendEmailBody, SendSmsBody } from '../../src-shared/api/schemas/message.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { Language } from '../../src-shared/language.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { SessionDocument } from '../checkout/documents.ts'
import { isoTime } from '../time/clock.ts'
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

type LinkServices = MessageServices & { readonly vault: Pick<Vault, 'fingerprint'> }

function linkTo(
  { publicUrl, vault, clock }: LinkServices,
  intentId: string,
  language: Language,
): ReceiptLink {
  const { token, expiresAt } = receiptToken(vault, intentId, language, clock.verified())
  return { url: `${publicUrl()}/receipts/${token}`, expires_at: isoTime(clock.dated(expiresAt)) }
}

/** Our own operation: returns the address of the receipt's page, for example to show it as a QR code. */
export async function receiptLink(
  services: LinkServices,
  sender: Sender,
  intent: PaymentIntent,
  locale: Language | undefined,
): Promise<Result<ReceiptLink, ServiceError>> {
  const paid = receiptPayment(intent)
  if (!paid.ok) return paid
  if (!services.isPublic) return err(noPublicAddress)
  const customer = await customerOf(services, sender, paid.value.payment.customer_id ?? intent.customer_id)
  return ok(linkTo(services, intent.id, languageOf(services, locale, customer)))
}

/** Our own operation: sends a link to the receipt by text message or, without a public URL, a short receipt. */
export async function prepareReceiptSms(
  services: LinkServices,
  sender: Sender,
  intent: PaymentIntent,
  { phone_number, locale }: SendSmsBody,
): Promise<Result<Prepared, ServiceError>> {
  const { postbox, isPublic } = services
  const paid = receiptPayment(intent)
  if (!paid.ok) return paid
  const { payment, outcome } = paid.value
  if (postbox.sms === null) return err(smsNotSetUp)
  const { sms, training } = postbox
  const customer = await customerOf(services, sender, payment.customer_id ?? intent.customer_id)
  const language = languageOf(services, locale, customer)
  const account = await senderAccount(services, sender)
  const url = isPublic ? linkTo(services, intent.id, language).url : null
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
