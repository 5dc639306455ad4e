import type { JsonObject } from './json-schema.ts'
import type { OpenApi } from './openapi.ts'

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (found) => escapes[found] ?? found)

/** Follows a reference to its component. */
export function resolve(document: OpenApi, schema: JsonObject): JsonObject {
  const reference = schema.$ref
  if (typeof reference !== 'string') return schema
  const components = document.components.schemas as Readonly<Record<string, JsonObject>>
  return components[reference.split('/').at(-1) ?? ''] ?? {}
}
