const texts = new WeakMap<object, string>()

/**
 * JSON of data that never changes, made once per object: a row's document is often the reply too, and is then
 * written down once for both. Never hand it an object that is changed afterwards.
 */
export function jsonOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const known = texts.get(value)
  if (known !== undefined) return known
  const text = JSON.stringify(value)
  texts.set(value, text)
  return text
}
