import { describe, expect, test } from 'vitest'
import { readCommand } from '../../../../src-service/config/config.ts'
import { readMailConfig } from '../../../../src-service/mail/mail-config.ts'

const MAIL_FROM = 'receipts@example.com'
const serverOf = (SMTP_URL: string) => {
  const read = readMailConfig({ SMTP_URL, MAIL_FROM })
  if (!read.ok || read.value.smtp === null) throw new Error(read.ok ? 'no server' : read.error)
  return read.value.smtp
}

describe('SMTP_URL', () => {
  test('SMTP_URL holds host, port, TLS and sign-in', () => {
    expect(serverOf('smtps://shop:p%40ss@mail.example.com')).toEqual({
      host: 'mail.example.com',
      port: 465,
      secure: true,
      requireTls: false,
      ignoreTls: false,
      checkCertificate: true,
      auth: { user: 'shop', pass: 'p@ss' },
    })
    expect(serverOf('smtp://mail.example.com')).toMatchObject({ port: 587, secure: false, auth: null })
    expect(serverOf('smtp://[::1]:2525')).toMatchObject({ host: '::1', port: 2525 })
  })

  test('SMTP_URL sends no password over a network unencrypted, unless it explicitly allows that', () => {
    expect(serverOf('smtp://shop:secret@mail.example.com').requireTls).toBe(true)
    expect(serverOf('smtp://shop:secret@mail.example.com?ignoreTLS=true')).toMatchObject({
      requireTls: false,
      ignoreTls: true,
    })
    expect(serverOf('smtp://shop:secret@localhost').requireTls).toBe(false)
    expect(serverOf('smtp://mail.example.com').requireTls).toBe(false)
  })

  test.each([
    'mail.example.com',
    'http://shop:hunter22@mail.example.com',
    'smtp://',
    'smtp://shop:hunter22@mail.example.com:99999',
    'smtp://shop:%zz-hunter22@mail.example.com',
    'smtp://:hunter22@mail.example.com',
    'smtp://shop:hunter22@mail.example.com/path',
    'smtp://shop:hunter22@mail.example.com?requireTLS=yes',
    'smtp://shop:hunter22@mail.example.com?requireTsl=true',
    'smtps://shop:hunter22@mail.example.com?ignoreTLS=true',
  ])('SMTP_URL %s is refused at the start with an error that names it and not the password', (SMTP_URL) => {
    const read = readCommand([], { SMTP_URL, MAIL_FROM })
    expect(read).toMatchObject({ ok: false, error: expect.stringMatching(/^SMTP_URL must be a URL such as/) })
    expect(JSON.stringify(read)).not.toContain('hunter22')
  })
})

describe('MAIL_FROM', () => {
  test('MAIL_FROM is required with SMTP_URL', () => {
    expect(readCommand([], { SMTP_URL: 'smtp://localhost' })).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^MAIL_FROM must be set when SMTP_URL is/),
    })
  })

  test.each(['Shop', 'Shop <shop@example.com>', 'shop@example.com\nBcc: all@example.com'])(
    'MAIL_FROM %j is not an address',
    (MAIL_FROM) => {
      expect(readMailConfig({ MAIL_FROM })).toMatchObject({
        ok: false,
        error: expect.stringMatching(/^MAIL_FROM must be an e-mail address/),
      })
    },
  )
})

test('without SMTP_URL and MAIL_FROM no mail server is set up', () => {
  expect(readMailConfig({ SMTP_URL: '', MAIL_FROM: '' })).toEqual({
    ok: true,
    value: { smtp: null, from: null },
  })
})
