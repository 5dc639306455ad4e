/** JSON of a value that never changes. */
export type TextOf = (value: unknown) => string

/**
 * JSON for one commit: the document of a row, its event and the reply are often one and the same object, and are
 * written down once.
 */
export function createTexts(): TextOf {
  const texts = new Map<unknown, string>()
  return (value) => {
    const known = texts.get(value)
    if (known !== undefined) return known
    const text = JSON.stringify(value)
    texts.set(value, text)
    return text
  }
}
