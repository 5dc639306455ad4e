import { brandOf } from '../../authorize/card-brand.ts'
import { passesLuhn } from '../../processor/card-rules.ts'

/** Whether a text is what read_input asked for; the format has passed its schema (section 4.4). */
export function fitsFormat(text: string, format: string): boolean {
  switch (format) {
    case 'PHONE':
      return /^\d{7,15}$/.test(text)
    case 'AMOUNT':
      return /^\d{1,16}$/.test(text)
    case 'MMYY':
      return /^(0[1-9]|1[0-2])\d\d$/.test(text)
    default: {
      const [shortest = 0, longest = shortest] = format.replace(/^A?N/, '').split(',').map(Number)
      const characters = format.startsWith('AN') ? /^[A-Za-z0-9 ]*$/ : /^\d*$/
      return characters.test(text) && text.length >= shortest && text.length <= longest
    }
  }
}

/** A number of a card network with the right check digit: the POS must not get it by way of an input either. */
export function looksLikeCard(text: string): boolean {
  const number = text.replaceAll(' ', '')
  return /^\d{13,19}$/.test(number) && brandOf(number) !== 'Card' && passesLuhn(number)
}
