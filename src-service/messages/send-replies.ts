import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import { maybeSent } from '../../src-shared/api/maybe-sent.ts'
import type { Delivery, Mail } from '../mail/mailer.ts'
import type { SmsDelivery } from '../sms/sms-sender.ts'
import type { Sent } from './send-message.ts'

const inOutbox = "It stays in this sandbox's outbox (GET /sandbox/outbox)."

/**
 * The reply lists what happened to every address. It is a success only if the mail to `to` was accepted.
 * @param what such as `The receipt`
 */
export function mailSent(what: string, { to, cc }: Pick<Mail, 'to' | 'cc'>, delivery: Delivery): Sent {
  if (delivery.outcome !== 'sent') return notSent(`${what} for ${to}`, delivery)
  const { refused } = delivery
  const taken = [to, ...cc].filter((address) => !refused.some((one) => one.address === address))
  const sentences = [
    ...(taken.length === 0 ? [] : [`${what} was sent to ${taken.join(', ')}.`]),
    ...refused.map(({ address, reason }) => `The mail server refused ${address}: ${reason}.`),
    ...(delivery.stays === true ? [inOutbox] : []),
  ]
  return { outcome: 'sent', reply: { success: taken.includes(to), message: sentences.join(' ') } }
}

export function smsSent(what: string, to: string, delivery: SmsDelivery): Sent {
  if (delivery.outcome !== 'sent') return notSent(`${what} for ${to}`, delivery)
  const sentence = `${what} was sent to ${to}.`
  const message = delivery.stays === true ? `${sentence} ${inOutbox}` : sentence
  return { outcome: 'sent', reply: { success: true, message } }
}

/** A message that may have been sent is no success, but the reply does not call it failed either. */
const notSent = (what: string, { outcome, reason }: Exclude<SmsDelivery, { outcome: 'sent' }>): Sent => ({
  outcome,
  reply: {
    success: false,
    message:
      outcome === 'failed'
        ? `${what} was not sent: ${reason}.`
        : `${what} ${maybeSent}: ${reason}. Check whether it arrived before you send it again.`,
  },
})

export const mailNotSetUp: ServiceError = serviceError(
  'state_conflict',
  'This service is not configured to send e-mail. Its operator must set SMTP_URL to a mail server.',
)

export const smsNotSetUp: ServiceError = serviceError(
  'state_conflict',
  'This service is not configured to send text messages. Its operator must set TWILIO_ACCOUNT_SID to an account and SMS_FROM to a sender.',
)
