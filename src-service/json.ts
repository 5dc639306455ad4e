let lastValue: object | undefined
let lastText = ''

/**
 * JSON of data that never changes. The document of a row, its event and the reply are often one and the same
 * object and are written down one after the other: the last text is kept. Never hand it an object that is changed
 * afterwards.
 */
export function jsonOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (value === lastValue) return lastText
  lastText = JSON.stringify(value)
  lastValue = value
  return lastText
}
