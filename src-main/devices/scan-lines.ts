/** What a scanner has sent of a code so far, and the codes that are whole. Pure. */
export interface ScanLines {
  readonly codes: readonly string[]
  readonly rest: string
}

/** No barcode at a counter is longer: what is, is noise. */
const longest = 200

/** A code ends with CR, LF or both; control characters besides are no part of one. */
export function withBytes(rest: string, bytes: Uint8Array): ScanLines {
  const parts = (rest + Buffer.from(bytes).toString('latin1')).split(/[\r\n]+/)
  const last = parts.pop() ?? ''
  const codes = parts.map(clean).filter((code) => code !== '' && code.length <= longest)
  return { codes, rest: last.length > longest ? '' : last }
}

/** Of a scanner that ends a code with nothing: what silence has ended. */
export const afterSilence = (rest: string): string | null => (clean(rest).length >= 4 ? clean(rest) : null)

const clean = (text: string): string => text.replace(/[^\u0020-\u007e]/g, '').trim()
