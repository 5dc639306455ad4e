/**
 * The state of a ZIP code by its first three digits, as the United States Postal Service assigns them: `[first, last,
 * state]`, in order. Military and unassigned prefixes have no state.
 */
const prefixes: readonly (readonly [number, number, string])[] = [
  [5, 5, 'NY'],
  [6, 7, 'PR'],
  [8, 8, 'VI'],
  [9, 9, 'PR'],
  [10, 27, 'MA'],
  [28, 29, 'RI'],
  [30, 38, 'NH'],
  [39, 49, 'ME'],
  [50, 54, 'VT'],
  [55, 55, 'MA'],
  [56, 59, 'VT'],
  [60, 69, 'CT'],
  [70, 89, 'NJ'],
  [100, 149, 'NY'],
  [150, 196, 'PA'],
  [197, 199, 'DE'],
  [200, 200, 'DC'],
  [201, 201, 'VA'],
  [202, 205, 'DC'],
  [206, 219, 'MD'],
  [220, 246, 'VA'],
  [247, 268, 'WV'],
  [270, 289, 'NC'],
  [290, 299, 'SC'],
  [300, 319, 'GA'],
  [320, 339, 'FL'],
  [341, 349, 'FL'],
  [350, 369, 'AL'],
  [370, 385, 'TN'],
  [386, 397, 'MS'],
  [398, 399, 'GA'],
  [400, 427, 'KY'],
  [430, 459, 'OH'],
  [460, 479, 'IN'],
  [480, 499, 'MI'],
  [500, 528, 'IA'],
  [530, 549, 'WI'],
  [550, 567, 'MN'],
  [569, 569, 'DC'],
  [570, 577, 'SD'],
  [580, 588, 'ND'],
  [590, 599, 'MT'],
  [600, 629, 'IL'],
  [630, 658, 'MO'],
  [660, 679, 'KS'],
  [680, 693, 'NE'],
  [700, 714, 'LA'],
  [716, 729, 'AR'],
  [730, 732, 'OK'],
  [733, 733, 'TX'],
  [734, 749, 'OK'],
  [750, 799, 'TX'],
  [800, 816, 'CO'],
  [820, 831, 'WY'],
  [832, 838, 'ID'],
  [840, 847, 'UT'],
  [850, 865, 'AZ'],
  [870, 884, 'NM'],
  [885, 885, 'TX'],
  [889, 898, 'NV'],
  [900, 961, 'CA'],
  [967, 968, 'HI'],
  [969, 969, 'GU'],
  [970, 979, 'OR'],
  [980, 994, 'WA'],
  [995, 999, 'AK'],
]

/** Single ZIP codes that lie in another state than their neighbours. */
const exceptions: Readonly<Record<string, string>> = { '06390': 'NY', '83414': 'WY' }

/** First letters of Canadian postal codes in Quebec; the other provinces are not distinguished. */
const quebec = /^[GHJ]/
const canadian = /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z]\d[ABCEGHJ-NPRSTV-Z]\d$/
const zip = /^(\d{5})(?:\d{4})?$/

/** People write the same code with a space, a hyphen or neither. */
const withoutSeparators = (postalCode: string): string =>
  postalCode.replaceAll(/[\s\p{Dash_Punctuation}]/gu, '').toUpperCase()

/**
 * The state or territory of a United States ZIP code (`02134`, `02134-1000`), or `QC` for a Canadian postal code in
 * Quebec. Null for anything else: another province, another country, or no code at all.
 */
export function regionOf(postalCode: string): string | null {
  const code = withoutSeparators(postalCode)
  if (canadian.test(code)) return quebec.test(code) ? 'QC' : null
  const five = zip.exec(code)?.[1]
  if (five === undefined) return null
  const prefix = Number(five.slice(0, 3))
  return exceptions[five] ?? prefixes.find(([first, last]) => prefix >= first && prefix <= last)?.[2] ?? null
}

/**
 * Whether the code is a ZIP code of a state or a Canadian postal code, so that the local law is known. A mistyped code
 * may be anywhere.
 */
export const isKnownPlace = (postalCode: string): boolean =>
  canadian.test(withoutSeparators(postalCode)) || regionOf(postalCode) !== null
