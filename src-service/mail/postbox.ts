import type { Language } from '../../src-shared/language.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { TwilioAccount } from '../sms/sms-config.ts'
import type { SmsSender } from '../sms/sms-sender.ts'
import type { MailConfig } from './mail-config.ts'
import type { Mailer } from './mailer.ts'
import { createOutbox, type Outbox, smsWithOutbox, withOutbox } from './outbox.ts'

/** How this service sends mails and text messages. */
export interface Postbox {
  /** Null where no mail server is set up. */
  readonly mailer: Mailer | null
  /** Null where no SMS provider is set up. */
  readonly sms: SmsSender | null
  /** The address that mails come from. */
  readonly from: string
  /** What a sandbox has sent; elsewhere it stays empty. */
  readonly outbox: Outbox
  /** What messages are written in where neither the request nor the customer says. */
  readonly language: Language
  /** Messages are about training sales, and must be marked so. */
  readonly training: boolean
}

/** Nobody's: the name is reserved (RFC 2606). Only mails that stay in the outbox come from it. */
const sandboxFrom = 'receipts@countertop.invalid'

/** Who has no mail server does not load the library that speaks with one; the same of an SMS provider. */
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
