import { errorCatalogue, errorCodes } from '../../../src-shared/api/errors.ts'
import { fillPath } from '../../../src-shared/api/fill-path.ts'
import { operations } from '../../../src-shared/api/operations.ts'
import { firstPayment } from './first-payment.ts'
import type { Json, JsonObject } from './hoist-shapes.ts'
import type { OpenApi, OpenApiOperation, OpenApiParameter } from './openapi.ts'
import { fieldRows, shapeAnchor } from './page-fields.ts'
import { escapeHtml, type Page, pageOf, resolve } from './page-parts.ts'

/** Returns the reference for people: one page without scripts, generated from the OpenAPI document. */
export function referencePage(document: OpenApi): Page {
  const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const sections = document.tags.flatMap((tag) => {
    const own = entries.filter(({ operation }) => operation.tags.includes(tag.name))
    return own.length === 0 ? [] : [{ tag, own }]
  })
  return pageOf(
    'Countertop API reference',
    `<nav aria-label="Operations"><a class="brand" href="#top">Countertop</a>
<h2><a href="#start">Start here</a></h2><ul><li><a href="#start">Your first payment</a></li><li><a href="#keys">Keys</a></li><li><a href="/docs/sdk">Browser SDK</a></li><li><a href="#errors">Errors</a></li><li><a href="/docs/errors">Meaning of each error code</a></li><li><a href="#shapes">Shapes</a></li></ul>
${sections
  .map(
    ({ tag, own }) =>
      `<h2><a href="#${sectionAnchor(tag.name)}">${title(tag.name)}</a></h2><ul>${own
        .map(
          ({ method, operation }) =>
            `<li><a href="#${operation.operationId}"><span class="m ${method}">${method}</span>${escapeHtml(shortName(operation))}</a></li>`,
        )
        .join('')}</ul>`,
  )
  .join('')}</nav>
<main id="top"><header><h1>API reference</h1><p>${escapeHtml(String(document.info.description))}</p>
<p>OpenAPI document: <a href="/openapi.json">openapi.json</a> (OpenAPI ${document.openapi}).</p></header>
${firstPayment}
${keySection}
${sections
  .map(
    ({ tag, own }) =>
      `<section id="${sectionAnchor(tag.name)}"><h2>${title(tag.name)}</h2><p>${escapeHtml(tag.description)}</p>${own
        .map(({ path, method, operation }) => operationArticle(document, path, method, operation))
        .join('')}</section>`,
  )
  .join('')}
${shapeSection(document)}
${errorSection()}</main>`,
  )
}

const title = (name: string): string =>
  escapeHtml(name.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase()))
const sectionAnchor = (name: string): string => `section-${name}`
const shortName = (operation: OpenApiOperation): string =>
  operation['x-operation'].split('.').slice(1).join(' ').replaceAll('_', ' ')

interface Content {
  readonly schema: JsonObject
  readonly example?: Json
}

function operationArticle(
  document: OpenApi,
  path: string,
  method: string,
  operation: OpenApiOperation,
): string {
  const body = contentOf(operation.requestBody)
  const reply = contentOf(operation.responses['200'] as JsonObject | undefined)
  const parameters = operation.parameters.map((parameter) => ({
    name: parameter.name,
    place: parameter.in,
    required: parameter.required,
    schema:
      parameter.description === undefined
        ? parameter.schema
        : { ...parameter.schema, description: parameter.description },
  }))
  return `<article id="${operation.operationId}"><h3><span class="m ${method}">${method}</span> <code>${escapeHtml(path)}</code></h3>
<p class="summary">${escapeHtml(operation.summary)}</p>
<p class="facts">${escapeHtml(operation.description)} Access: <b>${operation['x-access']}</b>.</p>
${parameters.length === 0 ? '' : `<h4>Path, query and headers</h4>${fieldRows(document, parameters)}`}
${body === undefined ? '' : `<h4>Body</h4>${fieldRows(document, fieldsOf(resolve(document, body.schema)))}`}
<h4>Example</h4><pre>${escapeHtml(curl(path, method, operation, body))}</pre>
<details><summary>Response</summary>${fieldRows(document, fieldsOf(resolve(document, reply?.schema ?? {})))}
${reply?.example === undefined ? '' : `<pre>${escapeHtml(JSON.stringify(reply.example, null, 2))}</pre>`}</details></article>`
}

/** Returns the only media type of a body or an answer. */
const contentOf = (part: JsonObject | undefined): Content | undefined =>
  Object.values((part?.content ?? {}) as unknown as Readonly<Record<string, Content>>)[0]

function fieldsOf(schema: JsonObject) {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonObject>>
  const required = (schema.required ?? []) as readonly string[]
  return Object.entries(properties).map(([name, property]) => ({
    name,
    place: null,
    required: required.includes(name),
    schema: property,
  }))
}

const keyLines: Partial<Record<OpenApiOperation['x-access'], readonly string[]>> = {
  none: [],
  client_secret: ['x-client-secret: $SECRET'],
  session: ['cookie: __Host-countertop_session=$SESSION'],
  public: ['x-api-key: $PUBLIC_KEY'],
}

/** Whether a call needs the parameter. x-account-id counts as needed, though a key bound to an account can omit it. */
const isNeeded = (operation: OpenApiOperation, { name, required }: OpenApiParameter): boolean =>
  required || (name === 'x-account-id' && operations[operation['x-operation']].account === 'required')

/** What each access level accepts; `Access` in src-shared/api/operation.ts has the rules. */
const accessRows: readonly (readonly [OpenApiOperation['x-access'], string])[] = [
  ['read', 'any private key'],
  ['write', 'a private key with write access'],
  ['business', 'a private key of the level business or higher'],
  ['partner', 'a private key of the level partner or higher'],
  ['tenant_admin', 'a private key of the level tenant_admin: the operator of the service'],
  ['public', 'a public key (pk_…), which may be part of a web page, or any private key'],
  ['client_secret', 'no key, but x-client-secret with the secret of the object in the path'],
  ['session', 'no key, but the session cookie of a user who is signed in to the portal'],
  ['none', 'no credentials'],
]
const keySection = `<section id="keys"><h2>Keys</h2><p>Send your key with every request in the header
<code>x-api-key</code>, and the account in <code>x-account-id</code> unless the key is bound to one account. The examples name
what is yours by variables: <code>$SERVICE</code>, the address of the service, <code>$KEY</code>, <code>$PUBLIC_KEY</code> and
<code>$ACCOUNT</code>, which <a href="#start">your first payment</a> sets, and such as <code>$ID</code> for an id in the
path. Ids in a body are samples: put your own in their place.</p>
<table><thead><tr><th>Access</th><th>Accepted credentials</th></tr></thead><tbody>${accessRows
  .map(([access, takes]) => `<tr><td><b>${access}</b></td><td>${takes}</td></tr>`)
  .join('')}</tbody></table></section>`

function curl(path: string, method: string, operation: OpenApiOperation, body: Content | undefined): string {
  const needed = operation.parameters.filter((parameter) => isNeeded(operation, parameter))
  const query = needed.filter((one) => one.in === 'query').map(({ name }) => `${name}=${variableOf(name)}`)
  const place = fillPath(path, variableOf)
  const headers = [
    ...(keyLines[operation['x-access']] ?? ['x-api-key: $KEY']),
    ...needed.flatMap((one) => (one.in === 'header' ? [`${one.name}: ${variableOf(one.name)}`] : [])),
    ...operation.parameters.flatMap(({ name }) =>
      name === 'x-idempotency-key' ? [`${name}: $(uuidgen)`] : [],
    ),
    ...(body === undefined ? [] : ['content-type: application/json']),
  ]
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"$SERVICE${place}${query.length === 0 ? '' : `?${query.join('&')}`}"`,
    ...headers.map((header) => `  -H "${header}"`),
    ...(body === undefined ? [] : [`  -d '${jsonText(body.example ?? {})}'`]),
  ].join(' \\\n')
}

/** The shell variable for a parameter: $ACCOUNT for x-account-id, $DOCUMENT_ID for documentId. */
function variableOf(name: string): string {
  if (name === 'x-account-id') return '$ACCOUNT'
  const words = name.replace(/^x-/, '').replace(/([a-z])([A-Z])/g, '$1_$2')
  return `$${words.replaceAll('-', '_').toUpperCase()}`
}

/** JSON within single quotes of a shell: on one line if it is short. */
function jsonText(example: Json): string {
  const short = JSON.stringify(example)
  const text = short.length <= 70 ? short : JSON.stringify(example, null, 2).replaceAll('\n', '\n  ')
  return text.replaceAll("'", `'\\''`)
}

/** Returns every component with its fields or variants. */
function shapeSection(document: OpenApi): string {
  const shapes = Object.entries(document.components.schemas as Readonly<Record<string, JsonObject>>)
  const articles = shapes.map(([name, schema]) => {
    const variants = Array.isArray(schema.oneOf)
      ? fieldRows(document, [{ name: 'one of', place: null, required: true, schema }])
      : fieldRows(document, fieldsOf(schema))
    return `<article id="${shapeAnchor(name)}"><h3><code>${name}</code></h3>${variants}</article>`
  })
  return `<section id="shapes"><h2>Shapes</h2>${articles.join('')}</section>`
}

/** The statuses of errors, with a link to the meaning of each code. */
function errorSection(): string {
  const statuses = [...new Set(errorCodes.map((code) => errorCatalogue[code].status))].sort()
  const linked = (code: string): string => `<a href="/docs/errors#${code}"><code>${code}</code></a>`
  const rows = statuses.map((status) => {
    const codes = errorCodes.filter((code) => errorCatalogue[code].status === status)
    return `<tr><td><code>${status}</code></td><td>${codes.map(linked).join(', ')}</td></tr>`
  })
  return `<section id="errors"><h2>Errors</h2><p>Every response with a status other than 200 has this shape:
<code>{"error": {"type", "code", "message", "param"?, "errors"?, "request_id"}}</code>. Send
<code>Accept: application/problem+json</code> to get the format of RFC 9457. Each code links to its meaning and to what helps.</p>
<table><thead><tr><th>Status</th><th>Codes</th></tr></thead><tbody>${rows.join('')}</tbody></table></section>`
}
