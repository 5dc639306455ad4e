import { passesLuhn } from '../processor/card-rules.ts'

/**
 * What a gateway answered may quote the card. Nothing of it but the first six and the last four digits is kept:
 * card numbers, the rest of a magnetic stripe, and security codes are masked in whatever text they stand.
 */

/** One character, or its percent code, that people and programs put between groups of digits. */
const between = String.raw`(?:[ \t\u00a0._/-]|%20|\+)?`
const digitRun = new RegExp(String.raw`\d(?:${between}\d){12,}`, 'g')

/** How long the numbers of each network are, by their first digits: where a number hides inside a longer run. */
const networks: readonly { readonly begins: RegExp; readonly length: number }[] = [
  { begins: /^3[47]/, length: 15 },
  { begins: /^3(0[0-5]|6|8|9)/, length: 14 },
  { begins: /^(35|2[2-7]|4|5[0-8]|6)/, length: 16 },
]

/** The text with every card number as `411111******1111`, its groups as they were. */
export function maskCardNumbers(text: string): string {
  return maskSecurityCodes(text.replace(digitRun, maskRun)).replace(stripeRest, '$1$2[masked]')
}

/** A text that is nothing but a card number. */
export function isCardNumber(text: string): boolean {
  return passesLuhn(text.replace(/[ -]/g, ''))
}

function maskRun(run: string): string {
  const digits = run.replaceAll('%20', '').replace(/\D/g, '')
  const hidden = new Set<number>()
  const hide = (start: number, length: number) => {
    for (let index = start + 6; index < start + length - 4; index += 1) hidden.add(index)
  }
  if (passesLuhn(digits)) hide(0, digits.length)
  for (let start = 0; start < digits.length; start += 1) {
    const rest = digits.slice(start)
    for (const { begins, length } of networks) {
      const candidate = rest.slice(0, length)
      if (candidate.length === length && begins.test(candidate) && passesLuhn(candidate)) hide(start, length)
    }
  }
  if (hidden.size === 0) return run
  // "%20" between groups holds digits too, which are none of the number.
  let index = -1
  return run.replace(/%20|\d/g, (part) => {
    if (part === '%20') return part
    index += 1
    return hidden.has(index) ? '*' : part
  })
}

/** What follows a masked number on a magnetic stripe: name, expiry, service code, the issuer's own data. */
const stripeRest = /(\*\d{4})(=|D(?=\d{4})|\^[^^"]{0,40}\^)[0-9A-F]{4,}/g

const securityCode =
  /(["']?\b(?:cvv2?|cvc2?|cvn|cid|cav2?|csc|security_?code|card_?code|pin)["']?\s*[:=]\s*["']?)\d{3,6}(?!\d)/gi
const maskSecurityCodes = (text: string): string => text.replace(securityCode, '$1***')
