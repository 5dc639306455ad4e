import type { Json, JsonObject } from './hoist-shapes.ts'
import type { OpenApi, OpenApiOperation } from './openapi.ts'

/**
 * Generates a collection for Postman and similar tools (Collection Format 2.1) from the OpenAPI document: a folder for
 * each tag, and a request for each operation with the body and answer of its example. Values that differ between
 * services are variables; the ready line of the service prints them.
 */
export function postmanCollection(document: OpenApi): JsonObject {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  return {
    info: {
      name: String(document.info.title),
      description:
        'Set the variables service, private_key, public_key and account_id from the first line that the service prints.',
      version: String(document.info.version),
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: apiKey('{{private_key}}'),
    variable: Object.entries(variables).map(([key, value]) => ({ key, value })),
    item: document.tags.flatMap(({ name, description }) => {
      const own = operations.filter(({ operation }) => operation.tags.includes(name))
      return own.length === 0 ? [] : [{ name, description, item: own.map(requestOf) }]
    }),
  }
}

const variables = {
  service: 'http://127.0.0.1:8080',
  private_key: '',
  public_key: '',
  account_id: '',
  session_key: '',
  client_secret: '',
}

const apiKey = (value: string, name = 'x-api-key'): JsonObject => ({
  type: 'apikey',
  apikey: [
    { key: 'key', value: name, type: 'string' },
    { key: 'value', value, type: 'string' },
    { key: 'in', value: 'header', type: 'string' },
  ],
})

interface Place {
  readonly path: string
  readonly method: string
  readonly operation: OpenApiOperation
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly example?: Json }>>
}

function requestOf({ path, method, operation }: Place): JsonObject {
  const body = exampleIn(operation.requestBody as Content | undefined)
  const reply = exampleIn(operation.responses['200'] as Content | undefined)
  const request: JsonObject = {
    method,
    description: operation.description,
    ...authOf(operation),
    header: [
      ...headersOf(operation),
      ...(operation.requestBody === undefined ? [] : [{ key: 'content-type', value: 'application/json' }]),
    ],
    url: urlOf(path, operation),
    ...(operation.requestBody === undefined ? {} : { body: jsonBody(body ?? {}) }),
  }
  const saved = {
    name: 'Example',
    originalRequest: request,
    status: 'OK',
    code: 200,
    _postman_previewlanguage: 'json',
    header: [{ key: 'content-type', value: 'application/json; charset=utf-8' }],
    body: JSON.stringify(reply, null, 2),
  }
  return { name: operation.summary, request, response: reply === undefined ? [] : [saved] }
}

const jsonBody = (body: Json): JsonObject => ({
  mode: 'raw',
  raw: JSON.stringify(body, null, 2),
  options: { raw: { language: 'json' } },
})

const authOf = (operation: OpenApiOperation): JsonObject => {
  if (operation['x-access'] === 'none' || operation['x-access'] === 'session')
    return { auth: { type: 'noauth' } }
  if (operation['x-access'] === 'client_secret') {
    return { auth: apiKey('{{client_secret}}', 'x-client-secret') }
  }
  return operation['x-access'] === 'public' ? { auth: apiKey('{{public_key}}') } : {}
}

/** Only the headers that most calls need are enabled. */
const headerValues: Readonly<Record<string, string>> = {
  'x-account-id': '{{account_id}}',
  'x-session-key': '{{session_key}}',
  'x-idempotency-key': '{{$guid}}',
}

const headersOf = ({ parameters }: OpenApiOperation): JsonObject[] =>
  parameters
    .filter((parameter) => parameter.in === 'header')
    .map(({ name, description = '' }) => {
      const value = headerValues[name]
      return { key: name, value: value ?? '', description, disabled: value === undefined }
    })

function urlOf(path: string, { parameters }: OpenApiOperation): JsonObject {
  const segments = path.split('/').slice(1)
  const named = segments.map((segment) => segment.replace(/^\{(\w+)\}$/, ':$1'))
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, description = '', required }) => ({
      key: name,
      value: '',
      description,
      disabled: !required,
    }))
  const inPath = parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name, description = '' }) => ({ key: name, value: '', description }))
  return {
    raw: `{{service}}/${named.join('/')}`,
    host: ['{{service}}'],
    path: named,
    ...(query.length === 0 ? {} : { query }),
    ...(inPath.length === 0 ? {} : { variable: inPath }),
  }
}

const exampleIn = (part: Content | undefined): Json | undefined =>
  Object.values(part?.content ?? {})[0]?.example
