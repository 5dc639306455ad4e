import { refuse, type ServiceError } from '../../src-shared/api/errors.ts'
import { noPublicAddress } from '../../src-shared/api/no-public-address.ts'
import type { SendEmailBody, SendSmsBody } from '../../src-shared/api/schemas/message.ts'
import type { Language } from '../../src-shared/language.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { pageUrl, type SessionDocument, sessionEvent, shownSession } from '../checkout/documents.ts'
import { asOf, loadSession } from '../checkout/load-session.ts'
import { changed, updateOf } from '../store/row-writes.ts'
import { type LinkInput, linkMail, linkSms } from './link.ts'
import {
  customerOf,
  languageOf,
  type MessageServices,
  type Sender,
  senderAccount,
} from './message-services.ts'
import { recipientsOf } from './recipients.ts'
import type { Prepared } from './send-message.ts'
import { mailNotSetUp, mailSent, smsNotSetUp, smsSent } from './send-replies.ts'

/** Section 4.2, send link by SMS. The number becomes link_phone_number once the link was, or may have been, sent. */
export async function prepareLinkSms(
  services: MessageServices,
  sender: Sender,
  id: string,
  { phone_number, locale }: SendSmsBody,
): Promise<Result<Prepared, ServiceError>> {
  const link = await linkOf(services, sender, id, locale)
  if (!link.ok) return link
  const { sms } = services.postbox
  if (sms === null) return err(smsNotSetUp)
  const message = linkSms(link.value, phone_number)
  return ok({
    ...about(id),
    send: async () => smsSent('The link', phone_number, await sms.send(message)),
    follow: (outcome) => linkSent(services, sender, id, outcome, { link_phone_number: phone_number }),
  })
}

/** Section 4.2, send link by e-mail. */
export async function prepareLinkMail(
  services: MessageServices,
  sender: Sender,
  id: string,
  body: SendEmailBody,
): Promise<Result<Prepared, ServiceError>> {
  const link = await linkOf(services, sender, id, body.locale)
  if (!link.ok) return link
  const { mailer, from } = services.postbox
  const recipients = recipientsOf(
    body,
    link.value.session.customer_email,
    'the session has no customer_email',
  )
  if (!recipients.ok) return recipients
  if (mailer === null) return err(mailNotSetUp)
  const mail = linkMail(link.value, { ...recipients.value, from })
  return ok({
    ...about(id),
    send: async () => mailSent('The link', mail, await mailer.send(mail)),
    follow: (outcome) => linkSent(services, sender, id, outcome, {}),
  })
}

const about = (id: string) => ({ subjectId: id, subject: `The link of checkout session ${id}` })

/** Refuses a link that can no longer be paid and, except in training, a link that only this computer can open. */
async function linkOf(
  services: MessageServices,
  sender: Sender,
  id: string,
  locale: Language | undefined,
): Promise<Result<LinkInput, ServiceError>> {
  const { store, clock, postbox, publicUrl, isPublic } = services
  const state = await loadSession(store, sender.accountId, id)
  if (!state.ok) return state
  const session = asOf(state.value, clock.verified())
  if (session.status !== 'open') {
    const next =
      session.status === 'complete'
        ? 'It is paid. Send its receipt instead.'
        : 'Create another session to get another link.'
    const message = `Checkout session ${id} is ${session.status}, so its link accepts no payment. ${next}`
    return refuse('state_conflict', message, { param: 'id' })
  }
  if (!isPublic && !postbox.training) return err(noPublicAddress)
  const intent = state.value.intent.document
  const account = await senderAccount(services, sender)
  const customer = await customerOf(services, sender, intent.customer_id)
  const language = languageOf(services, locale, customer)
  const url = pageUrl(publicUrl(), id, session.client_secret)
  return ok({
    account,
    session: shownSession(session, clock),
    intent,
    url,
    language,
    training: postbox.training,
  })
}

/**
 * Changes the current session, which may have been paid while the link was being sent. No event is published if the
 * link may not have been sent, because events must be true.
 */
async function linkSent(
  { store, clock }: MessageServices,
  { accountId }: Sender,
  id: string,
  outcome: 'sent' | 'unknown',
  change: Partial<SessionDocument>,
) {
  const row = await store.get<SessionDocument>('checkout_session', accountId, id)
  if (row === null) throw new Error(`checkout session ${id} is gone`)
  const next = changed(row, change, clock.now())
  const events = outcome === 'sent' ? [sessionEvent('link_sent', next.document, clock)] : []
  return { writes: [updateOf('checkout_session', next)], events }
}
