import { isJsonObject, type JsonObject } from '../../../src-shared/json-object.ts'

/** @returns undefined if there is no value; null counts as none */
export function valueAt(root: unknown, path: string): unknown {
  const found = path
    .split('.')
    .reduce<unknown>((node, name) => (isJsonObject(node) ? node[name] : undefined), root)
  return found ?? undefined
}

/** Returns a copy with one value added. */
export function withValue(root: JsonObject, path: string, value: unknown): JsonObject {
  const [name = '', ...rest] = path.split('.')
  if (rest.length === 0) return { ...root, [name]: value }
  const below = root[name]
  return { ...root, [name]: withValue(isJsonObject(below) ? below : {}, rest.join('.'), value) }
}
