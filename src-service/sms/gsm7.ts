/** The basic character set of SMS (3GPP TS 23.038, 6.2.1), without the escape itself. */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** Those that take two places (6.2.1.1). */
const extension = '\f^{}\\[~]|€'

const width = new Map<string, 1 | 2>([
  ...[...basic].map((sign): [string, 1] => [sign, 1]),
  ...[...extension].map((sign): [string, 2] => [sign, 2]),
])

/** What people write instead, where a letter would make the whole message one of 70 characters. */
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
  // No accent, so that it has no letter without one.
  œ: 'oe',
  Œ: 'OE',
  '\u00A0': ' ',
  '\u202F': ' ',
}

/** How many places a text takes in the alphabet of SMS; null when a character of it has none. */
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
 * The text in the alphabet of SMS, where a reader understands it all the same: accents that it lacks are left off
 * ("México" keeps é, "Peñalara" ñ, "Bogotá" becomes "Bogota"). Other scripts stay as they are.
 */
export const toGsm7 = (text: string): string =>
  [...text.normalize('NFC')]
    .map((sign) => {
      if (width.has(sign)) return sign
      const plain = alike[sign] ?? sign.normalize('NFD').replace(/\p{Mn}/gu, '')
      return gsm7Length(plain) === null ? sign : plain
    })
    .join('')

/** How many messages a text is sent and charged as: a long one leaves places for the header that joins its parts. */
export function smsSegments(text: string): number {
  const places = gsm7Length(text)
  const [length, whole, part] = places === null ? [text.length, 70, 67] : [places, 160, 153]
  return length <= whole ? 1 : Math.ceil(length / part)
}
