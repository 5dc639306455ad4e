import type { Language } from '../../src-shared/language.ts'
import type { Mail } from '../mail/mailer.ts'
import { oneLine } from '../mail/one-line.ts'
import { mailOf } from '../messages/mail-of.ts'
import { messageWords } from '../messages/words.ts'
import type { UserDocument } from './documents.ts'

interface LoginMail {
  /** Id of the owner in whose outbox a sandbox keeps the mail. */
  readonly accountId: string
  readonly name: string
  readonly user: Pick<UserDocument, 'email' | 'first_name'>
  readonly url: string
  readonly language: Language
  readonly training: boolean
  readonly from: string
}

export function loginMail({ accountId, name, user, url, language, training, from }: LoginMail): Mail {
  const words = messageWords[language]
  const merchant = oneLine(name)
  return mailOf({
    ...{ account_id: accountId, merchant, from, to: user.email, cc: [], language },
    title: words.signInSubject(merchant),
    blocks: [
      ...(training ? [{ kind: 'mark', text: words.training } as const] : []),
      { kind: 'title', text: words.signInTitle(oneLine(user.first_name), merchant) },
      { kind: 'button', label: words.signIn, url },
      { kind: 'text', text: words.signInOnce },
      { kind: 'small', text: words.signInUnexpected },
    ],
  })
}
