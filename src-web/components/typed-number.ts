import { cardDigits, digitsIn, groupedNumber } from './card-number.ts'

/**
 * Groups a card's digits during typing, and keeps the caret after the same digit. Erasing a space also erases the digit
 * before it; otherwise the space would return at once and the key would seem to have no effect.
 *
 * @param input as changed by the browser
 * @param before the text before the change
 * @returns the text to show
 */
export function typeCardNumber(input: HTMLInputElement, before: string, erased: boolean): string {
  const caret = input.selectionStart ?? input.value.length
  let digitsBeforeCaret = digitsIn(input.value.slice(0, caret)).length
  let digits = digitsIn(input.value)
  if (erased && digits === digitsIn(before) && digitsBeforeCaret > 0) {
    digits = digits.slice(0, digitsBeforeCaret - 1) + digits.slice(digitsBeforeCaret)
    digitsBeforeCaret -= 1
  }
  const shown = groupedNumber(cardDigits(digits))
  input.value = shown
  const place = placeBehind(shown, digitsBeforeCaret)
  input.setSelectionRange(place, place)
  return shown
}

/** The position after this many digits of a grouped number. */
export function placeBehind(shown: string, digits: number): number {
  let seen = 0
  for (let place = 0; place < shown.length; place += 1) {
    if (seen === digits) return place
    if (/\d/.test(shown[place] ?? '')) seen += 1
  }
  return shown.length
}
