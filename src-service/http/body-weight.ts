/** Shorter bodies are not weighed: reading one takes no longer than a usual request, whatever is in it. */
export const isLight = (bytes: Buffer): boolean => bytes.length < 4_096

/** So much of a body takes about as long to read as a usual request takes in all, about a millisecond. */
const ofOneRequest = { bytes: 65_536, groups: 1_000, entries: 10_000, fields: 2_500 } as const

/** No body that is read takes longer than this many requests. */
const heaviest = 100

/**
 * Returns how many requests a body of a private key counts as, besides its own. A megabyte may take as long as a hundred
 * (many fields), or as ten (one text), so what is in it is counted. Usual bodies count as none.
 */
export function weightOf(bytes: Buffer): number {
  let groups = 0
  let entries = 0
  let fields = 0
  // An iterator takes ten times as long.
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === openingBracket || byte === openingBrace) groups += 1
    else if (byte === comma) entries += 1
    else if (byte === colon) fields += 1
  }
  const weight =
    bytes.length / ofOneRequest.bytes +
    groups / ofOneRequest.groups +
    entries / ofOneRequest.entries +
    fields / ofOneRequest.fields
  return Math.min(Math.floor(weight), heaviest)
}

/** The same for a body that is received but not parsed. */
export const weightOfBytes = ({ length }: Buffer): number => Math.floor(length / ofOneRequest.bytes)

const [openingBracket, openingBrace, comma, colon] = Buffer.from('[{,:')
