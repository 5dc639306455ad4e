import type { Json, JsonObject } from './hoist-shapes.ts'
import type { OpenApi } from './openapi.ts'
import { escapeHtml, resolve } from './page-parts.ts'

interface Field {
  readonly name: string
  readonly place: string | null
  readonly required: boolean
  readonly schema: JsonObject
}

/** Returns the anchor of a component's description. */
export const shapeAnchor = (name: string): string => `shape-${name}`

/** Returns a table of fields: name, type and limits, meaning. */
export function fieldRows(document: OpenApi, fields: readonly Field[]): string {
  if (fields.length === 0) return '<p class="facts">No fields.</p>'
  const rows = fields.map(({ name, place, required, schema }) => {
    const marks = [place, required ? 'required' : null].filter((mark) => mark !== null)
    const badges = marks.map((mark) => ` <span class="badge ${mark}">${mark}</span>`).join('')
    return `<tr><td><code>${escapeHtml(name)}</code>${badges}</td><td>${typeText(schema)}</td><td>${escapeHtml(
      String(schema.description ?? resolve(document, schema).description ?? ''),
    )}</td></tr>`
  })
  return `<table><thead><tr><th>Field</th><th>Type</th><th>Description</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

/** Returns a type as HTML; named types link to their own table. */
function typeText(schema: JsonObject): string {
  const reference = schema.$ref
  if (typeof reference === 'string') {
    const name = reference.split('/').at(-1) ?? ''
    // May be broken between its words, such as BillingDetails.
    return `<a href="#${shapeAnchor(name)}">${name.replace(/([a-z])(?=[A-Z])/g, '$1<wbr>')}</a>`
  }
  const alternatives = schema.anyOf ?? schema.oneOf
  if (Array.isArray(alternatives)) return alternatives.map((one) => typeText(one as JsonObject)).join(' or ')
  if (schema.type === 'array') {
    return `list of ${typeText((schema.items ?? {}) as JsonObject)}${limits(schema)}`
  }
  return escapeHtml(plainType(schema))
}

function plainType(schema: JsonObject): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return schema.enum.join(', ')
  const format = typeof schema.format === 'string' ? ` (${schema.format})` : ''
  return `${typeof schema.type === 'string' ? schema.type : 'any'}${format}${limits(schema)}`
}

function limits(schema: JsonObject): string {
  const parts = [
    bound(schema.minimum ?? schema.minLength ?? schema.minItems, 'at least'),
    bound(schema.maximum ?? schema.maxLength ?? schema.maxItems, 'at most'),
  ].filter((part) => part !== null)
  return parts.length === 0 ? '' : `, ${parts.join(', ')}`
}

const bound = (value: Json | undefined, word: string): string | null =>
  typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER && value !== 0
    ? `${word} ${value}`
    : null
