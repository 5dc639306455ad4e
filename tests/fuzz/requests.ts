import fc from 'fast-check'
import { operationEntries } from '../../src-shared/api/operations.ts'
import { sampleBodies } from '../contract/support/samples.ts'
import { type FuzzedOperation, resolve } from './contract.ts'
import type { KnownIds } from './known-ids.ts'
import { seldom, valuesOf } from './schema-values.ts'
import { garbage, spoiled } from './spoiled.ts'

/** A request as it is sent. */
export interface FuzzedRequest {
  readonly operation: FuzzedOperation
  /** The kind of client that sends it. */
  readonly kind: 'valid' | 'spoiled' | 'garbage' | 'headers' | 'address'
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer | null
}

export interface Credentials {
  readonly key: string
  readonly accountId: string
  readonly otherKeys: readonly string[]
  /** Serial numbers of the terminals that are plugged in. */
  readonly hsns: readonly string[]
}

const text = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))
const sampleOf = (operation: FuzzedOperation): unknown => {
  const entry = operationEntries.find(
    ([, row]) => row.method === operation.method && row.path === operation.path,
  )
  return entry === undefined ? {} : (sampleBodies[entry[0]] ?? {})
}

/** Requests to one operation, with ids from earlier answers. */
export function requestsTo(
  operation: FuzzedOperation,
  known: KnownIds,
  { key, accountId, otherKeys, hsns }: Credentials,
): fc.Arbitrary<FuzzedRequest> {
  const oneOf = (ids: readonly string[]) => (ids.length === 0 ? null : fc.constantFrom(...ids))
  const byName = (field: string) => {
    if (field === 'hsn') return fc.constantFrom(...hsns)
    if (field === 'account_id' || field === 'accountId') return fc.constant(accountId)
    if (field === 'number') return fc.constantFrom(...cardNumbers)
    return field === 'client_secret' || field.endsWith('_id') ? oneOf(known.of(field)) : null
  }
  const pathIds = (parameter: string) => {
    const before = new RegExp(`([a-z_-]+)/\\{${parameter}\\}`).exec(operation.path)?.[1] ?? ''
    return byName(parameter) ?? oneOf(known.of(before)) ?? oneOf(known.all()) ?? fc.constant('none')
  }
  const parametersIn = (place: 'path' | 'query' | 'header') =>
    operation.parameters.filter((parameter) => parameter.in === place)
  const pathParts = fc.record(
    Object.fromEntries(parametersIn('path').map(({ name }) => [name, pathIds(name)])),
  )
  const query = fc.record(
    Object.fromEntries(
      parametersIn('query').map(({ name, schema, required }) => {
        const value = byName(name) ?? valuesOf(schema, resolve, byName)
        return [name, required === true ? value : seldom(value)]
      }),
    ),
  )
  const takes = (name: string) => parametersIn('header').some((parameter) => parameter.name === name)
  const headers = fc.record({
    'x-idempotency-key': takes('x-idempotency-key')
      ? fc.option(
          fc.integer({ min: 1, max: 400 }).map((number) => `fuzz-key-${number}`.padEnd(12, '0')),
          { freq: 2 },
        )
      : fc.constant(null),
  })
  const sample = sampleOf(operation)
  const withIds = (body: unknown) =>
    typeof body !== 'object' || body === null
      ? fc.constant(body)
      : fc
          .record(
            Object.fromEntries(
              Object.entries(body).map(([name, value]) => [name, byName(name) ?? fc.constant(value)]),
            ),
          )
          .map((record) => record as unknown)
  const body =
    operation.body === null
      ? fc.constant(null)
      : fc.oneof(withIds(sample), valuesOf(operation.body, resolve, byName)).map((value) => value as unknown)

  const sessionOf = (content: unknown): string =>
    known.sessions.get(String((content as { readonly hsn?: unknown } | null)?.hsn)) ?? 'tml_none'
  const target = (parts: Readonly<Record<string, unknown>>, queried: Readonly<Record<string, unknown>>) => {
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(text(parts[name])),
    )
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(queried))
      if (value !== undefined) search.append(name, text(value))
    return search.size === 0 ? path : `${path}?${search}`
  }
  const good = fc.tuple(pathParts, query, headers, body).map(([parts, queried, sent, content]) => ({
    operation,
    method: operation.method,
    target: target(parts, queried),
    headers: {
      'x-api-key': key,
      'x-account-id': accountId,
      ...(content === null ? {} : { 'content-type': 'application/json' }),
      ...(takes('x-session-key') ? { 'x-session-key': sessionOf(content) } : {}),
      ...Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null)),
    } as Record<string, string>,
    content,
  }))
  const finished = (kind: FuzzedRequest['kind']) =>
    good.map(({ content, ...rest }) => ({
      ...rest,
      kind,
      body: content === null ? null : JSON.stringify(content),
    }))

  const spoiledBodies = good.chain(({ content, ...rest }) =>
    spoiled(content ?? {}).map((wrong) => ({
      ...rest,
      kind: 'spoiled' as const,
      headers: { ...rest.headers, 'content-type': 'application/json' },
      body: JSON.stringify(wrong) ?? '',
    })),
  )
  const garbageBodies = fc
    .tuple(finished('garbage'), garbage, contentTypes)
    .map(([request, rubbish, type]) => ({
      ...request,
      headers: { ...request.headers, 'content-type': type },
      body: rubbish,
    }))
  const wrongHeaders = fc
    .tuple(
      finished('headers'),
      fc.constantFrom(...headerNames(operation)),
      fc.oneof(headerValues, fc.constantFrom(...otherKeys)),
    )
    .map(([request, name, value]) => ({ ...request, headers: { ...request.headers, [name]: value } }))
  const wrongAddresses = fc.tuple(finished('address'), addressChanges).map(([request, change]) => ({
    ...request,
    ...change(request),
  }))
  return fc.oneof(
    { weight: 10, arbitrary: finished('valid') },
    { weight: 5, arbitrary: spoiledBodies },
    { weight: 1, arbitrary: garbageBodies },
    { weight: 2, arbitrary: wrongHeaders },
    { weight: 2, arbitrary: wrongAddresses },
  )
}

/** Cards of the sandbox: approved, declined, answered late, not answered, partially approved. */
const cardNumbers = [
  '4242424242424242',
  '4000000000000002',
  '4000000000000119',
  '4000000000050015',
  '5555555555554444',
  '4111111111111111',
]

const contentTypes = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/merge-patch+json',
  '',
  ';',
)

const headerNames = ({ parameters }: FuzzedOperation): readonly string[] => [
  ...parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name),
  ...['x-api-key', 'x-account-id', 'x-idempotency-key', 'x-session-key', 'x-business-id'],
  ...[
    'content-encoding',
    'accept',
    'authorization',
    'expect-nothing',
    'x-request-id',
    'if-none-match',
    'origin',
  ],
]

/** Values that a header can contain: no line breaks, no characters beyond Latin-1. */
const headerValues = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'gzip',
    'null',
    '0',
    'acct_none',
    'sk_none',
    'a'.repeat(300),
    'a'.repeat(6_000),
    'é',
    '\t',
    '*/*',
  ),
  fc.string({ maxLength: 40, unit: 'grapheme-ascii' }),
)

type Change = (request: { readonly method: string; readonly target: string }) => {
  readonly method?: string
  readonly target?: string
}

const addressChanges: fc.Arbitrary<Change> = fc.oneof(
  fc
    .constantFrom(
      '%zz',
      '%00',
      '..%2f..',
      'a'.repeat(5_000),
      '%F0%9F%92%B3',
      '__proto__',
      'none',
      ' ',
      '%2e%2e',
      '-1',
      '{id}',
    )
    .map((wrong) => ({ target }: { target: string }) => ({
      target: target.replace(/[^/?]+(\?|$)/, `${encodeURI(wrong).replaceAll('%25', '%')}$1`),
    })),
  fc
    .constantFrom(
      '?limit=1&limit=2',
      '?limit=',
      '?limit=99999999999999999999',
      '?page=-1',
      '?amuont=1',
      '?%zz',
      '?=',
      '?a[b]=1',
      '?__proto__=1',
      '?starting_after=none',
    )
    .map((search) => ({ target }: { target: string }) => ({ target: `${target.split('?')[0]}${search}` })),
  fc
    .constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND')
    .map((method) => () => ({ method })),
  fc.constantFrom('/', '//', '/x', '/../').map((end) => ({ target }: { target: string }) => ({
    target: `${target.split('?')[0]}${end}`,
  })),
)
