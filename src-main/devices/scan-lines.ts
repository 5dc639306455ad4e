/** The incomplete rest of a scanner's bytes, and the complete codes. */
export interface ScanLines {
  readonly codes: readonly string[]
  readonly rest: string
}

/** Maximum length of a code; anything longer is noise. */
const longest = 200

/** Adds bytes. A code ends with CR, LF or both; other control characters are removed. */
export function withBytes(rest: string, bytes: Uint8Array): ScanLines {
  const parts = (rest + Buffer.from(bytes).toString('latin1')).split(/[\r\n]+/)
  const last = parts.pop() ?? ''
  const codes = parts.map(clean).filter((code) => code !== '' && code.length <= longest)
  return { codes, rest: last.length > longest ? '' : last }
}

/** The code that a pause has ended, for a scanner that sends no line end. */
export const afterSilence = (rest: string): string | null => (clean(rest).length >= 4 ? clean(rest) : null)

const clean = (text: string): string => text.replace(/[^\u0020-\u007e]/g, '').trim()
