const longestLine = 100

/**
 * Text of others as one harmless line, for headers and for words of a mail server: no line breaks or other control
 * characters, and none that turn the direction of writing.
 */
export function oneLine(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\u202A-\u202E\u2066-\u2069]/g, '')
    .trim()
  const characters = [...line]
  return characters.length <= longestLine ? line : `${characters.slice(0, longestLine - 1).join('')}…`
}
