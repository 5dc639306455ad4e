import { describe, expect, test } from 'vitest'
import { linkSms } from '../../../../src-service/messages/link.ts'
import { messageWords } from '../../../../src-service/messages/words.ts'
import { gsm7Length, smsSegments } from '../../../../src-service/sms/gsm7.ts'
import { languages } from '../../../../src-shared/language.ts'
import { receiptWords } from '../../../../src-shared/receipt/receipt-words.ts'
import { account, intent, items, link, linkMailIn, receiptIn, session, url } from './samples.ts'

const number = '+15550100123'
const named = (dba: string) => ({ account: { ...account, merchant: { ...account.merchant, dba } } })

describe.each(languages)('a message in %s', (language) => {
  test(`a message in ${language} has all its texts, and they differ from English`, () => {
    const others = languages.filter((other) => other !== language && other === 'en')
    for (const other of others) {
      expect(receiptWords[language].titles).not.toEqual(receiptWords[other].titles)
      expect(messageWords[language].pay('1')).not.toBe(messageWords[other].pay('1'))
    }
    expect(Object.values(receiptWords[language].titles).every((title) => title !== '')).toBe(true)
  })

  test(`a link in ${language} is one SMS, with the complete address at its end`, () => {
    for (const training of [false, true]) {
      const { text } = linkSms(link(language, { training }), number)
      expect(gsm7Length(text)).not.toBeNull()
      expect(smsSegments(text)).toBe(1)
      expect(text.endsWith(` ${url}`)).toBe(true)
      expect(text).toMatch(/292[.,]00/)
    }
  })

  test(`a mail in ${language} has the same content in text and HTML, and loads no external resources`, () => {
    for (const mail of [linkMailIn(language), receiptIn(language)]) {
      expect(mail.html).toContain(`<html lang="${language}">`)
      const shown = mail.html
        .replace(/<(head|style)>?.*?<\/\1>/gs, '')
        .replace(/<[^>]+>/g, '\n')
        .replace(/&amp;/g, '&')
        .replace(/&#39;/g, "'")
        .replace(/&nbsp;/g, '')
      const words = (text: string) => new Set(text.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)))
      expect(words(mail.text)).toEqual(words(shown))
      expect(mail.html).not.toMatch(/<(img|script|link|style|iframe|object|form)|url\(|@import|\ssrc=/i)
      const addresses = [...mail.html.matchAll(/https?:[^"<\s]+/g)].map(([address]) => address)
      expect(addresses.every((address) => address === url)).toBe(true)
    }
  })
})

test('a link by text message shortens a long name, never the address', () => {
  const long = linkSms(
    link('en', named('The Very Long Name of a Restaurant with a Terrace by the River')),
    number,
  )
  expect(smsSegments(long.text)).toBe(1)
  expect(long.text).toMatch(/^The Very Long Name of a.*: pay \$292\.00 here https/)
  const veryLong = { url: `${url}${'x'.repeat(60)}` }
  const two = linkSms(link('en', { ...named('The Restaurant by the River'), ...veryLong }), number)
  expect(two.text).toContain('The Restaurant by the River: ')
  expect(two.text.endsWith(veryLong.url)).toBe(true)
})

test('a link by text message keeps a name in another script, and dollar signs in a name', () => {
  expect(linkSms(link('en', named('東京ラーメン')), number).text).toMatch(/^東京ラーメン: pay/)
  expect(linkSms(link('en', named('Cash $& Carry $1')), number).text).toMatch(/^Cash \$& Carry \$1: pay/)
})

test('a mail contains no header or markup from a name, a description or an item', () => {
  const dba = 'Tom\r\nBcc: evil@example.com <script>'
  const bad = { ...intent, description: '<img src=x onerror=alert(1)>' }
  const mail = linkMailIn('en', { ...named(dba), intent: bad })
  expect(mail.from.name).toBe('Tom Bcc: evil@example.com <script>')
  expect(mail.subject).not.toMatch(/[\r\n]/)
  expect(mail.html).not.toMatch(/<script|<img/)
  expect(mail.text).toContain('<img src=x onerror=alert(1)>')
})

test('text that a shop wrote in several lines is shown in several lines of a mail', () => {
  const description = 'Two chairs\nDelivered on Friday\r\nRing <twice>'
  const mail = linkMailIn('en', { intent: { ...intent, description } })
  expect(mail.html).toContain('Two chairs<br>Delivered on Friday<br>Ring &lt;twice&gt;</td>')
})

test("a link by e-mail shows how a discount changes the amount, and its end in the merchant's local time", () => {
  const { text } = linkMailIn('en')
  expect(text).toMatch(/Subtotal +\$312\.00/)
  expect(text).toMatch(/Discount +-\$20\.00/)
  expect(text).toContain('November 23, 2026 at 9:30')
  expect(text).toContain('surcharge')
  const plain = { ...session, discount_amount: 0, surcharge: { type: 'disabled' } } as const
  const simple = linkMailIn('en', { session: plain }).text
  expect(simple).not.toContain('Discount')
  expect(simple).not.toContain('surcharge')
})

test('a link by e-mail for a part of an order shows the whole amount, if its rows add up to the total', () => {
  const bill = { number: 'KT1042', total: 53_190 }
  const part = { ...intent, amount: 28_190, tip_amount: 0, order_details: { items, bill } }
  const asked = { ...session, amount: 28_190, discount_amount: 0 }
  const textOf = (beside: object) => linkMailIn('en', { session: asked, intent: { ...part, ...beside } }).text
  expect(textOf({})).toMatch(/Whole order +\$531\.90[\s\S]*Not in this payment +-\$250\.00/)
  for (const beside of [{ tip_amount: 200 }, { surcharge_amount: 200 }]) {
    expect(textOf(beside)).not.toContain('Whole order')
  }
})

test('training is marked in every message, and never elsewhere', () => {
  for (const language of languages) {
    const mark = messageWords[language].training
    expect(linkMailIn(language, { training: true }).text.startsWith(`*** ${mark} ***`)).toBe(true)
    expect(linkMailIn(language).html).not.toContain(mark)
    expect(receiptIn(language, true).text).toContain(receiptWords[language].training)
    expect(receiptIn(language).text).not.toContain(receiptWords[language].training)
  }
})
