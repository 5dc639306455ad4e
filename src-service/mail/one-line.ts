const longestLine = 100

/**
 * Turns external text into one safe line, for headers and for messages of a mail server: without line breaks, other
 * control characters, and characters that change the writing direction.
 */
export function oneLine(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\u202A-\u202E\u2066-\u2069]/g, '')
    .trim()
  const characters = [...line]
  return characters.length <= longestLine ? line : `${characters.slice(0, longestLine - 1).join('')}…`
}
