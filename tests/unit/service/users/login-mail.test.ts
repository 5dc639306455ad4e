import { expect, test } from 'vitest'
import { loginMail } from '../../../../src-service/users/login-mail.ts'
import { languages } from '../../../../src-shared/language.ts'

const mailIn = (language: (typeof languages)[number]) =>
  loginMail({
    ...{ accountId: 'acct_1', name: 'Harbor Street Coffee', language, training: false },
    ...{ user: { email: 'ada@example.com', first_name: 'Ada' }, url: 'https://pay.example.com/portal#1' },
    from: 'no-reply@pay.example.com',
  })

test.each(languages)(
  'a sign-in link in %s names the business in its text too, not only in its subject',
  (language) => {
    const { subject, text, html } = mailIn(language)
    for (const part of [subject, text, html]) expect(part).toContain('Harbor Street Coffee')
    expect(text).toContain('Ada')
  },
)
