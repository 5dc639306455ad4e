import type { Language } from '../../src-shared/language.ts'
import type { Mail } from '../mail/mailer.ts'
import { type MailBlock, mailText } from './blocks.ts'
import { mailHtml } from './blocks-html.ts'

interface MailParts {
  readonly account_id: string
  /** The merchant's name, shown as the sender. */
  readonly merchant: string
  /** Sender address of this service's mails. */
  readonly from: string
  readonly to: string
  readonly cc: readonly string[]
  readonly language: Language
  readonly title: string
  readonly blocks: readonly MailBlock[]
}

/** Makes a mail from the merchant with the blocks as text and as HTML. */
export function mailOf({ account_id, merchant, from, to, cc, language, title, blocks }: MailParts): Mail {
  return {
    accountId: account_id,
    from: { name: merchant, address: from },
    to,
    cc,
    subject: title,
    text: mailText({ blocks }),
    html: mailHtml({ language, title, blocks }),
  }
}
