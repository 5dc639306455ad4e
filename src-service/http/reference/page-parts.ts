import { createHash } from 'node:crypto'
import type { JsonObject } from './hoist-shapes.ts'
import type { OpenApi } from './openapi.ts'
import style from './page-style.html'

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

export interface Page {
  readonly html: string
  /** Content-Security-Policy: allows only the page's own style. */
  readonly policy: string
}

const css = style.replace(/^\s*<style>|<\/style>\s*$/g, '')
const styleHash = createHash('sha256').update(css).digest('base64')

/** Returns a page without scripts. @param body content of the body element */
export const pageOf = (title: string, body: string): Page => ({
  html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title><style>${css}</style></head>
<body>${body}</body></html>`,
  policy: `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
})
