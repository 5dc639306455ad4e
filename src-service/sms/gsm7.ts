/** The basic character set of SMS (3GPP TS 23.038, 6.2.1), without the escape itself. */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** Characters that take two places (6.2.1.1). */
const extension = '\f^{}\\[~]|€'

const width = new Map<string, 1 | 2>([
  ...[...basic].map((sign): [string, 1] => [sign, 1]),
  ...[...extension].map((sign): [string, 2] => [sign, 2]),
])

/** Replacements for characters that would limit the whole message to 70 characters. */
const alike: Readonly<Record<string, string>> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201C': '"',
  '\u201D': '"',
  '«': '"',
  '»': '"',
  '\u2013': '-',
  '\u2014': '-',
  '…': '...',
  // A ligature has no accent to remove.
  œ: 'oe',
  Œ: 'OE',
  '\u00A0': ' ',
  '\u202F': ' ',
}

/** Returns how many places a text takes in the SMS alphabet; null if it has a character that is not in the alphabet. */
export function gsm7Length(text: string): number | null {
  let length = 0
  for (const sign of text) {
    const places = width.get(sign)
    if (places === undefined) return null
    length += places
  }
  return length
}

/**
 * Converts a text to the SMS alphabet where it stays readable: accents that the alphabet lacks are removed ("México"
 * keeps é, "Peñalara" ñ, "Bogotá" becomes "Bogota"). Other scripts are not changed.
 */
export const toGsm7 = (text: string): string =>
  [...text.normalize('NFC')]
    .map((sign) => {
      if (width.has(sign)) return sign
      const plain = alike[sign] ?? sign.normalize('NFD').replace(/\p{Mn}/gu, '')
      return gsm7Length(plain) === null ? sign : plain
    })
    .join('')

/** Returns the number of messages that a text takes. Each part of a long text has a header that joins the parts. */
export function smsSegments(text: string): number {
  const places = gsm7Length(text)
  const [length, whole, part] = places === null ? [text.length, 70, 67] : [places, 160, 153]
  return length <= whole ? 1 : Math.ceil(length / part)
}
