import type { Json, JsonObject } from './json-schema.ts'
import type { OpenApi } from './openapi.ts'
import { escapeHtml, resolve } from './page-parts.ts'

interface Field {
  readonly name: string
  readonly place: string | null
  readonly required: boolean
  readonly schema: JsonObject
}

/** A table of fields: name, type and limits, what it means. */
export function fieldRows(document: OpenApi, fields: readonly Field[]): string {
  if (fields.length === 0) return '<p class="facts">No fields.</p>'
  const rows = fields.map(({ name, place, required, schema }) => {
    const marks = [place, required ? 'required' : null].filter((mark) => mark !== null)
    const badges = marks.map((mark) => ` <span class="badge ${mark}">${mark}</span>`).join('')
    return `<tr><td><code>${escapeHtml(name)}</code>${badges}</td><td>${escapeHtml(typeText(schema))}</td><td>${escapeHtml(
      String(resolve(document, schema).description ?? ''),
    )}</td></tr>`
  })
  return `<table><thead><tr><th>Field</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function typeText(schema: JsonObject): string {
  const reference = schema.$ref
  if (typeof reference === 'string') return reference.split('/').at(-1) ?? ''
  const alternatives = schema.anyOf ?? schema.oneOf
  if (Array.isArray(alternatives)) return alternatives.map((one) => typeText(one as JsonObject)).join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return schema.enum.join(', ')
  if (schema.type === 'array')
    return `list of ${typeText((schema.items ?? {}) as JsonObject)}${limits(schema)}`
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

/** A body that would be accepted: its required fields, with likely values. */
export function exampleOf(document: OpenApi, schema: JsonObject): Json {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonObject>>
  const required = (schema.required ?? []) as readonly string[]
  return Object.fromEntries(
    required.map((name): [string, Json] => [name, exampleValue(document, name, properties[name] ?? {})]),
  )
}

const likely: Readonly<Record<string, Json>> = {
  amount: 1234,
  hsn: 'VT-0001',
  payment_intent_id: 'pi_…',
  payment_id: 'pmt_…',
  merchant_id: '800000001234',
  text: 'Welcome',
  prompt: 'Please sign',
  activation_code: '12345678',
  device_type: 'Virtual terminal',
  dateTime: '2026-01-31T12:00:00Z',
  seconds: 60,
}

function exampleValue(document: OpenApi, name: string, schema: JsonObject): Json {
  const known = likely[name]
  if (known !== undefined) return known
  const resolved = resolve(document, schema)
  if (Array.isArray(resolved.enum)) return resolved.enum[0] as Json
  switch (resolved.type) {
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return true
    case 'array':
      return []
    case 'object':
      return exampleOf(document, resolved)
    default:
      return '…'
  }
}
