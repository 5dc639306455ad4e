import type { Language } from '../../src-shared/language.ts'
import type { Log } from '../log.ts'
import type { TwilioAccount } from '../sms/sms-config.ts'
import type { SmsSender } from '../sms/sms-sender.ts'
import type { Clock } from '../time/clock.ts'
import type { MailConfig } from './mail-config.ts'
import type { Mailer } from './mailer.ts'
import { createOutbox, type Outbox, smsWithOutbox, withOutbox } from './outbox.ts'

/** How this service sends mails and text messages. */
export interface Postbox {
  /** Null if no mail server is configured. */
  readonly mailer: Mailer | null
  /** Null if no SMS provider is configured. */
  readonly sms: SmsSender | null
  /** Sender address of mails. */
  readonly from: string
  /** The messages that a sandbox has sent; empty outside a sandbox. */
  readonly outbox: Outbox
  /** The language of messages if neither the request nor the customer has one. */
  readonly language: Language
  /** Whether messages are about training sales and must be marked as such. */
  readonly training: boolean
}

/** A reserved domain (RFC 2606) that belongs to no one. Only for mails that stay in the outbox. */
const sandboxFrom = 'receipts@countertop.invalid'

/** Opens the postbox. The code for a mail server or SMS provider is loaded only if one is configured. */
export async function openPostbox(
  config: {
    readonly mail?: MailConfig
    readonly sms?: TwilioAccount
    readonly language?: Language
    readonly sandbox: boolean
  },
  tools: { readonly clock: Clock; readonly log: Log },
): Promise<Postbox> {
  const { smtp, from } = config.mail ?? { smtp: null, from: null }
  const outbox = createOutbox(tools.clock)
  const server = smtp === null ? null : (await import('./smtp-mailer.ts')).createSmtpMailer(smtp, tools)
  const provider =
    config.sms === undefined
      ? null
      : (await import('../sms/twilio-sender.ts')).createTwilioSender(config.sms, tools)
  const training = config.sandbox
  return {
    mailer: training ? withOutbox(server, outbox) : server,
    sms: training ? smsWithOutbox(provider, outbox) : provider,
    from: from ?? sandboxFrom,
    outbox,
    language: config.language ?? 'en',
    training,
  }
}
