import { isJsonObject } from '../../src-shared/json-object.ts'

/**
 * Returns `after` with every equal part replaced by the same object of `before`. Main's messages are copies, and a
 * component redraws if its part is a different object. For JSON values.
 */
export function keepEqual<Value>(before: unknown, after: Value): Value {
  if (before === after) return after
  if (Array.isArray(before) && Array.isArray(after)) {
    const kept = after.map((one, index) => keepEqual(before[index], one))
    const isSame = before.length === kept.length && kept.every((one, index) => one === before[index])
    return (isSame ? before : kept) as Value
  }
  if (!isJsonObject(before) || !isJsonObject(after)) return after
  const names = Object.keys(after)
  const kept: Record<string, unknown> = {}
  let isSame = Object.keys(before).length === names.length
  for (const name of names) {
    kept[name] = keepEqual(before[name], after[name])
    isSame &&= kept[name] === before[name] && Object.hasOwn(before, name)
  }
  return (isSame ? before : kept) as Value
}
