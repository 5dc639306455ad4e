import {
  type ErrorCode,
  errorCatalogue,
  errorCodes,
  errorEnvelopeSchema,
  problemSchema,
} from '../../../src-shared/api/errors.ts'
import { type Operation, savesAnswer, takesIdempotencyKey } from '../../../src-shared/api/operation.ts'
import { type OperationName, operationEntries } from '../../../src-shared/api/operations.ts'
import { paymentsVersion } from '../../../src-shared/api/versions.ts'
import { exampleOf } from './examples.ts'
import { camelCase, type Json, type JsonObject, pascalCase } from './hoist-shapes.ts'
import { jsonSchemas } from './json-schema.ts'
import { tagOf, tagsOf } from './tags.ts'

/** The parts of OpenAPI 3.1 that this service generates and the reference page reads. */
export interface OpenApi {
  readonly openapi: '3.1.0'
  readonly info: JsonObject
  readonly servers: readonly JsonObject[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly security: readonly JsonObject[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
  readonly components: JsonObject
}

export interface OpenApiParameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: JsonObject
}

export interface OpenApiOperation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly parameters: readonly OpenApiParameter[]
  readonly requestBody?: JsonObject
  readonly responses: JsonObject
  readonly security?: readonly JsonObject[]
  /** Its name in the table of operations. */
  readonly 'x-operation': OperationName
  readonly 'x-access': Operation['access']
  readonly 'x-spec-section': string
  readonly 'x-sandbox'?: true
}

type Rows = typeof operationEntries

/** Generates OpenAPI 3.1 from the whole table. */
export function openApiDocument(): OpenApi {
  const steps = openApiSteps(operationEntries)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/**
 * Generates the document without keeping other requests waiting: it takes seconds on a slow machine.
 * @param rows those that this service has mounted
 */
export async function openApiDocumentWithPauses(rows: Rows): Promise<OpenApi> {
  const steps = openApiSteps(rows)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** One step for each operation. */
function* openApiSteps(rows: Rows): Generator<void, OpenApi, void> {
  const schemas = jsonSchemas()
  const paths: Record<string, Record<string, OpenApiOperation>> = {}
  const errorSchema = schemas.output(errorEnvelopeSchema, 'ErrorEnvelope')
  const problem = schemas.output(problemSchema, 'Problem')
  for (const [name, operation] of rows) {
    const path = paths[operation.path] ?? {}
    path[operation.method.toLowerCase()] = describeOperation(name, operation, schemas)
    paths[operation.path] = path
    yield
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Countertop payments and terminal service',
      version: paymentsVersion,
      description:
        'Amounts are whole cents. Times are ISO 8601 in UTC. Every response has an x-request-id header. ' +
        'The specification defines the fields; each operation names its section.',
      contact: { name: 'Countertop maintainers' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      {
        url: '/',
        description: 'The service at this address: local, staging or production.',
        'x-internal': false,
      },
    ],
    tags: tagsOf(rows.map(([name]) => name)),
    security: [{ api_key: [] }],
    paths,
    components: {
      securitySchemes: {
        api_key: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description:
            'A private key (sk_), for use from a server only. Public keys (pk_) are for the browser SDK.',
        },
        client_secret: {
          type: 'apiKey',
          in: 'header',
          name: 'x-client-secret',
          description: 'The client secret of the object in the path; for its hosted page.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-countertop_session',
          description:
            'The session of a user who is signed in to the portal. Replaces the API key, but only for pages of this service.',
        },
      },
      responses: errorResponses(errorSchema, problem),
      schemas: schemas.components(),
    },
  }
}

function describeOperation(
  name: OperationName,
  operation: Operation,
  schemas: ReturnType<typeof jsonSchemas>,
): OpenApiOperation {
  const example = exampleOf(name)
  const replyType = operation.stream === true ? 'text/event-stream' : 'application/json'
  return {
    operationId: camelCase(name),
    summary: operation.summary,
    description: descriptionOf(operation),
    tags: [tagOf(name)],
    parameters: [...parametersOf(operation, schemas), ...headersOf(operation)],
    ...(operation.body === undefined
      ? {}
      : {
          requestBody: {
            required: !operation.body.safeParse({}).success,
            content: {
              'application/json': {
                schema: schemas.input(operation.body, `${pascalCase(name)}Body`),
                ...(example?.body === undefined ? {} : { example: example.body }),
              },
            },
          },
        }),
    responses: {
      '200': {
        description: 'Success.',
        headers: { 'x-request-id': { schema: { type: 'string' } }, ...replayHeader(operation) },
        content: {
          [replyType]: {
            schema: schemas.output(operation.reply, `${pascalCase(name)}Reply`),
            ...(example === undefined ? {} : { example: example.reply }),
          },
        },
      },
      ...Object.fromEntries(
        errorStatuses(operation).map((status) => [
          String(status),
          { $ref: `#/components/responses/Error${status}` },
        ]),
      ),
    },
    ...securityOf(operation),
    'x-operation': name,
    'x-access': operation.access,
    'x-spec-section': operation.spec,
    ...(operation.sandbox === true ? { 'x-sandbox': true } : {}),
  }
}

function securityOf({ access }: Operation): { readonly security?: readonly JsonObject[] } {
  if (access === 'none') return { security: [] }
  return access === 'client_secret' || access === 'session' ? { security: [{ [access]: [] }] } : {}
}

function descriptionOf(operation: Operation): string {
  const origin =
    operation.spec === 'ours'
      ? 'Not in the specification; an addition of this service.'
      : `Section ${operation.spec} of the specification.`
  const sandbox = operation.sandbox === true ? ' Present only when the service runs with --sandbox.' : ''
  const stream =
    operation.stream === true ? ' Responds with server-sent events until the client disconnects.' : ''
  return `${origin}${sandbox}${stream}`
}

const replayHeader = (operation: Operation): JsonObject =>
  savesAnswer(operation)
    ? {
        'idempotency-replayed': {
          description: 'true if this is the saved response of an earlier request.',
          schema: { type: 'string', enum: ['true'] },
        },
      }
    : {}

function parametersOf(operation: Operation, schemas: ReturnType<typeof jsonSchemas>): OpenApiParameter[] {
  return (['params', 'query'] as const).flatMap((part) => {
    const schema = operation[part]
    if (schema === undefined) return []
    const described = schemas.fields(schema) as {
      readonly properties?: Readonly<Record<string, JsonObject>>
      readonly required?: readonly string[]
    }
    return Object.entries(described.properties ?? {}).map(([name, property]) => ({
      name,
      in: part === 'params' ? ('path' as const) : ('query' as const),
      required: part === 'params' || described.required?.includes(name) === true,
      description: parameterText(name, property),
      schema: property,
    }))
  })
}

/** Returns the schema's description, else the general meaning of parameters with this name (section 4). */
function parameterText(name: string, { description }: JsonObject): string {
  if (typeof description === 'string') return description
  return parameterTexts[name] ?? `The ${name.replaceAll('_', ' ')}.`
}

const parameterTexts: Readonly<Record<string, string>> = {
  id: 'The id of the resource.',
  starting_after: 'Cursor: returns the entries after this id, which are older.',
  ending_before: 'Cursor: returns the entries before this id, which are newer.',
  limit: 'Number of entries per page. Defaults to 10.',
  hsn: 'The serial number of the terminal.',
}

const header = (name: string, required: boolean, description: string, schema: JsonObject) =>
  ({ name, in: 'header', required, description, schema }) as const

function headersOf(operation: Operation): OpenApiParameter[] {
  return [
    ...(operation.account === 'none'
      ? []
      : [
          header(
            'x-account-id',
            false,
            operation.account === 'required'
              ? 'The account of the request. Required unless the key is bound to one account.'
              : 'Restricts the request to one account.',
            { type: 'string', pattern: '^acct_[0-9a-z]{1,59}$' },
          ),
        ]),
    ...(operation.business === true
      ? [
          header(
            'x-business-id',
            false,
            operation.method === 'POST' && operation.access !== 'read'
              ? 'The business of the new object, unless the body names one.'
              : 'Restricts the request to the accounts of one business.',
            { type: 'string', pattern: '^bus_[0-9a-z]{1,60}$' },
          ),
        ]
      : []),
    ...(operation.contractor === true
      ? [
          header('x-contractor-id', true, 'The contractor whose transactions are listed.', {
            type: 'string',
            pattern: '^ctrct_[0-9a-z]{1,58}$',
          }),
        ]
      : []),
    ...(takesIdempotencyKey(operation)
      ? [
          header(
            'x-idempotency-key',
            false,
            savesAnswer(operation)
              ? 'A unique key of this request, such as a UUID. The first successful response is saved for an hour; the same request with the same key returns it.'
              : 'Has no effect here: the response is not saved.',
            { type: 'string', minLength: 10, maxLength: 255 },
          ),
        ]
      : []),
    ...(operation.stream === true
      ? [
          header(
            'last-event-id',
            false,
            'The id of the last event received before the stream was interrupted. The missed events are sent first.',
            { type: 'string', maxLength: 100 },
          ),
        ]
      : []),
    ...(operation.session !== undefined
      ? [
          header(
            'x-session-key',
            operation.session === true,
            'The session key that connect returned; valid for 10 minutes.',
            {
              type: 'string',
              maxLength: 200,
            },
          ),
          header(
            'accept-language',
            false,
            "The language of the terminal's screen and receipts: en (default), es or fr.",
            { type: 'string', maxLength: 200 },
          ),
        ]
      : []),
  ]
}

/** Returns the statuses other than 200 that this row can return. */
function errorStatuses(operation: Operation): number[] {
  const withBody = operation.body === undefined ? [] : [413, 415]
  const isKeyless = operation.access === 'none' || operation.access === 'client_secret'
  const keyed = isKeyless ? [429] : [401, 403, 429]
  return [...new Set([400, 404, 409, 500, 503, ...withBody, ...keyed])].sort((one, other) => one - other)
}

function errorResponses(schema: JsonObject, problem: JsonObject): JsonObject {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of errorCodes) {
    const { status } = errorCatalogue[code]
    // Not an answer of an operation: another method is another operation.
    if (status === 405) continue
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const retry = {
    'Retry-After': {
      description: 'Seconds to wait before you repeat the request.',
      schema: { type: 'string' },
    },
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]): [string, Json] => [
      `Error${status}`,
      {
        description: `One of: ${codes.join(', ')}.`,
        headers: {
          'x-request-id': { schema: { type: 'string' } },
          ...([409, 429, 503].includes(status) ? retry : {}),
        },
        content: {
          'application/json': { schema },
          'application/problem+json': { schema: problem },
        },
      },
    ]),
  )
}
