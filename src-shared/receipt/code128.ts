/** Widths of bars and spaces in modules, by value: ISO/IEC 15417, table 1; the last one is the stop pattern. */
const patterns =
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'.split(
    ' ',
  )
const startB = 104
const stop = 106

/**
 * Encodes a barcode in code set B. Returns the widths of bars and spaces in turn, starting with a bar, in modules.
 * @param text printable ASCII
 */
export function code128(text: string): readonly number[] {
  const values = [...text].map((letter) => letter.charCodeAt(0) - 32)
  if (values.some((value) => value < 0 || value > 94)) throw new RangeError(`not in code set B: ${text}`)
  const check = values.reduce((sum, value, index) => sum + value * (index + 1), startB) % 103
  return [startB, ...values, check, stop].flatMap((value) => [...(patterns[value] ?? '')].map(Number))
}

/** Returns where each bar begins and how wide it is, and the width of the whole barcode, in modules. */
export function barsOf(text: string): {
  readonly bars: readonly { readonly from: number; readonly width: number }[]
  readonly total: number
} {
  const bars: { from: number; width: number }[] = []
  let total = 0
  for (const [index, width] of code128(text).entries()) {
    if (index % 2 === 0) bars.push({ from: total, width })
    total += width
  }
  return { bars, total }
}

/** Whether `code128` can encode it: receipt numbers from other systems may contain other characters. */
export const isCode128 = (text: string): boolean => /^[ -~]+$/.test(text)

/** A letter on paper is 12 dots wide; a millimetre has 8 dots. */
const dotsPerLetter = 12

/** Width of a module in dots, on paper with `columns` letters a row; null if the barcode does not fit. */
export function moduleDots(text: string, columns: number): 2 | 3 | null {
  const { total } = barsOf(text)
  return ([3, 2] as const).find((dots) => total * dots <= columns * dotsPerLetter) ?? null
}
