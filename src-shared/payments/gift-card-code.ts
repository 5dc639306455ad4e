/**
 * The code of a gift card: 15 letters drawn at random and a check letter, written in groups of four. Only consonants that
 * nobody takes for another letter or a digit, so that no code is a word, and none can be taken for a card number: whatever
 * keeps those out of logs never stumbles over it. 20^15 codes are more than 2^64.
 */
const alphabet = 'BCDFGHJKLMNPQRSTVWXZ'
const lettersWithoutCheck = 15

/** @param letter a random whole number from 0 to below its argument */
export function newGiftCardCode(letter: (below: number) => number): string {
  const random = Array.from({ length: lettersWithoutCheck }, () => alphabet[letter(alphabet.length)]).join('')
  return random + checkLetter(random)
}

/** As it is printed and shown. */
export const groupedCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-')

export const lastFourOf = (code: string): string => code.slice(-4)

/** What was typed or scanned, without what people and printers put between the letters; null where it is no code. */
export function giftCardCodeIn(text: string): string | null {
  const code = text.toUpperCase().replace(/[\s-]/g, '')
  return isGiftCardCode(code) ? code : null
}

export const isGiftCardCode = (code: string): boolean =>
  /^[BCDFGHJKLMNPQRSTVWXZ]{16}$/.test(code) &&
  checkLetter(code.slice(0, lettersWithoutCheck)) === code.slice(lettersWithoutCheck)

/** Luhn mod N: finds each wrong letter, and two that were swapped but for B and Z. */
function checkLetter(letters: string): string {
  const { length } = alphabet
  const sum = [...letters].reverse().reduce((total, letter, index) => {
    const weighted = alphabet.indexOf(letter) * (index % 2 === 0 ? 2 : 1)
    return total + Math.floor(weighted / length) + (weighted % length)
  }, 0)
  return alphabet.charAt((length - (sum % length)) % length)
}
