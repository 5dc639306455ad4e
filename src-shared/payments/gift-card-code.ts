/**
 * The code of a gift card: 15 random letters and a check letter, written in groups of four. It uses only consonants
 * that cannot be mistaken for another letter or a digit, so that no code is a word or looks like a card number: filters
 * that keep card numbers out of logs never match it. There are 20^15 codes, more than 2^64.
 */
const alphabet = 'BCDFGHJKLMNPQRSTVWXZ'
const lettersWithoutCheck = 15

/** @param letter returns a random integer from 0 to below its argument */
export function newGiftCardCode(letter: (below: number) => number): string {
  const random = Array.from({ length: lettersWithoutCheck }, () => alphabet[letter(alphabet.length)]).join('')
  return random + checkLetter(random)
}

/** The code as it is printed and shown. */
export const groupedCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-')

export const lastFourOf = (code: string): string => code.slice(-4)

/** The code in typed or scanned text, without separators; null if it is not a code. */
export function giftCardCodeIn(text: string): string | null {
  const code = text.toUpperCase().replace(/[\s-]/g, '')
  return isGiftCardCode(code) ? code : null
}

export const isGiftCardCode = (code: string): boolean =>
  /^[BCDFGHJKLMNPQRSTVWXZ]{16}$/.test(code) &&
  checkLetter(code.slice(0, lettersWithoutCheck)) === code.slice(lettersWithoutCheck)

/** Luhn mod N: detects every wrong letter, and every swap of two neighbours except B and Z. */
function checkLetter(letters: string): string {
  const { length } = alphabet
  const sum = [...letters].reverse().reduce((total, letter, index) => {
    const weighted = alphabet.indexOf(letter) * (index % 2 === 0 ? 2 : 1)
    return total + Math.floor(weighted / length) + (weighted % length)
  }, 0)
  return alphabet.charAt((length - (sum % length)) % length)
}
