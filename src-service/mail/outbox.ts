import type { SentMessage } from '../../src-shared/api/schemas/message.ts'
import { smsSegments } from '../sms/gsm7.ts'
import type { Sms, SmsSender } from '../sms/sms-sender.ts'
import { type Clock, isoTime } from '../time/clock.ts'
import type { Mail, Mailer } from './mailer.ts'

/** The messages that a sandbox has sent. Only in memory, so that training leaves no addresses on a disk. */
export interface Outbox {
  addMail(mail: Mail): void
  addSms(sms: Sms): void
  /** Returns the messages of these owners, newest first. */
  list(ownerIds: readonly string[]): SentMessage[]
}

const kept = 100

export function createOutbox(clock: Clock): Outbox {
  const messages: SentMessage[] = []
  const add = (message: SentMessage) => {
    messages.unshift(message)
    messages.length = Math.min(messages.length, kept)
  }
  const sentAt = () => isoTime(clock.now())
  return {
    addMail({ accountId, to, cc, ...mail }) {
      add({ kind: 'email', account_id: accountId, ...mail, to: [to], cc: [...cc], sent_at: sentAt() })
    },
    addSms({ accountId, to, text }) {
      const segments = smsSegments(text)
      add({ kind: 'sms', account_id: accountId, to: [to], text, segments, sent_at: sentAt() })
    },
    list: (ownerIds) => messages.filter(({ account_id }) => ownerIds.includes(account_id)),
  }
}

/** A sandbox's mailer: stores sent mails in the outbox. Without a mail server nothing leaves, but counts as sent. */
export const withOutbox = (mailer: Mailer | null, outbox: Outbox): Mailer => ({
  async send(mail) {
    const delivery = (await mailer?.send(mail)) ?? ({ outcome: 'sent', refused: [], stays: true } as const)
    if (delivery.outcome === 'sent') outbox.addMail(mail)
    return delivery
  },
  close: () => mailer?.close(),
})

/** The same for text messages. */
export const smsWithOutbox = (sender: SmsSender | null, outbox: Outbox): SmsSender => ({
  async send(sms) {
    const delivery = (await sender?.send(sms)) ?? ({ outcome: 'sent', stays: true } as const)
    if (delivery.outcome === 'sent') outbox.addSms(sms)
    return delivery
  },
})
