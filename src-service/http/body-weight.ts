/** Shorter bodies are not weighed: reading one takes no longer than a usual request, whatever is in it. */
export const unweighedBytes = 4_096

/** So much of a body takes about as long to read as a usual request takes in all, about a millisecond. */
const ofOneRequest = { bytes: 65_536, groups: 1_000, entries: 10_000 } as const

/**
 * Returns how many requests a body of a private key counts as, besides its own. A megabyte may take as long as two hundred
 * (many short lists), or as ten (one text), so what is in it is counted. Usual bodies count as none.
 */
export function weightOf(bytes: Buffer): number {
  if (bytes.length < unweighedBytes) return 0
  let groups = 0
  let entries = 0
  // An iterator takes ten times as long.
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === openingBracket || byte === openingBrace) groups += 1
    else if (byte === comma) entries += 1
  }
  return (
    Math.floor(bytes.length / ofOneRequest.bytes) +
    Math.floor(groups / ofOneRequest.groups) +
    Math.floor(entries / ofOneRequest.entries)
  )
}

const [openingBracket, openingBrace, comma] = Buffer.from('[{,')
