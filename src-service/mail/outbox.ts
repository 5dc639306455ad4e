import type { SentMail } from '../../src-shared/api/schemas/receipt.ts'
import { type Clock, isoTime } from '../clock.ts'
import type { Mail, Mailer } from './mailer.ts'

/** What a sandbox has sent. In memory: nobody's address stays behind on a disk for a training. */
export interface Outbox {
  add(mail: Mail): void
  /** Of these accounts, newest first. */
  list(accountIds: readonly string[]): SentMail[]
}

const kept = 100

export function createOutbox(clock: Clock): Outbox {
  const mails: SentMail[] = []
  return {
    add({ accountId, from, to, cc, subject, text, html }) {
      const sent_at = isoTime(clock.now())
      mails.unshift({
        kind: 'email',
        account_id: accountId,
        from,
        to: [to],
        cc: [...cc],
        subject,
        text,
        html,
        sent_at,
      })
      mails.length = Math.min(mails.length, kept)
    },
    list: (accountIds) => mails.filter(({ account_id }) => accountIds.includes(account_id)),
  }
}

/** A sandbox's mailer: keeps what was sent. Without a mail server nothing leaves, and everything counts as sent. */
export const withOutbox = (mailer: Mailer | null, outbox: Outbox): Mailer => ({
  async send(mail) {
    const delivery = (await mailer?.send(mail)) ?? ({ outcome: 'sent', refused: [] } as const)
    if (delivery.outcome === 'sent') outbox.add(mail)
    return delivery
  },
  close: () => mailer?.close(),
})
