/**
 * The issuer's results for postal code and security code, by the values sent. Postal codes 462xx and security codes 900
 * to 904 follow Authorize.Net's test guide where it defines them.
 */
const addressAnswers: Readonly<Record<string, string>> = {
  '46201': 'A',
  '46203': 'E',
  '46204': 'G',
  '46205': 'N',
  '46207': 'R',
  '46208': 'S',
  '46209': 'U',
  '46211': 'W',
  '46214': 'X',
  '46217': 'Z',
  '46221': 'B',
  '46222': 'C',
  '46223': 'D',
  '46224': 'F',
  '46225': 'I',
  '46226': 'M',
  '46227': 'P',
}

/** Any other postal code is decided by its last character. */
const addressByEnd: Readonly<Record<string, string>> = { '1': 'A', '2': 'Z', '3': 'N' }

const codeAnswers: Readonly<Record<string, string>> = {
  '000': 'N',
  '900': 'M',
  '901': 'N',
  '902': 'S',
  '903': 'U',
  '904': 'P',
}

/** Returns the AVS code; null when no postal code was sent. */
export function avsOf(postalCode: string | undefined): string | null {
  if (postalCode === undefined || postalCode === '') return null
  return addressAnswers[postalCode] ?? addressByEnd[postalCode.at(-1) ?? ''] ?? 'Y'
}

/** Returns the CVV code; null when no security code was sent. */
export const cvvOf = (cvv: string | undefined): string | null =>
  cvv === undefined ? null : (codeAnswers[cvv] ?? 'M')
