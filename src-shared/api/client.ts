import type { Language } from '../language.ts'
import { err, ok, type Result } from '../result.ts'
import { completeReply } from './complete-reply.ts'
import { type ErrorEnvelope, errorEnvelopeSchema } from './errors.ts'
import { fillPath } from './fill-path.ts'
import { isMissingRoute, type MissingOperations } from './missing-operations.ts'
import { isOfSpecification, type Operation } from './operation.ts'
import { operationOf } from './operation-of.ts'
import type {
  OperationBody,
  OperationName,
  OperationParams,
  OperationQuery,
  OperationReply,
} from './operations.ts'
import { startTimeLimit } from './time-limit.ts'

/**
 * How a call can fail. The difference decides whether money may have moved:
 * - `refused`: the service answered with `status` and `error`.
 * - `no_answer`: no answer arrived, or it could not be read. What the service did is unknown.
 */
export type CallFailure =
  | {
      readonly kind: 'refused'
      readonly status: number
      readonly error: ErrorEnvelope['error']
      /** Seconds after which to retry, where the service gives them (429, 503). */
      readonly retryAfter?: number
    }
  | { readonly kind: 'no_answer'; readonly reason: string }

export interface ClientOptions {
  readonly baseUrl: string
  readonly apiKey: string
  readonly accountId?: string
  /** The language of the customer at a terminal, read again for each terminal operation; English without it. */
  readonly language?: () => Language
  /** Additions that this service turned out not to have; calls to them are refused locally. */
  readonly missing?: MissingOperations
  /** For tests and for processes with their own transport. */
  readonly fetch?: typeof fetch
}

type Needed<Key extends string, Value> = Value extends undefined ? unknown : { readonly [Name in Key]: Value }
type Optional<Key extends string, Value> = Value extends undefined
  ? unknown
  : { readonly [Name in Key]?: Value }

export type CallInput<Name extends OperationName> = Needed<'params', OperationParams<Name>> &
  Optional<'query', OperationQuery<Name>> &
  Needed<'body', OperationBody<Name>> & {
    /** At least 10 characters (section 8). */
    readonly idempotencyKey?: string
    readonly sessionKey?: string
    /** For operations of the hosted page, in place of an API key. */
    readonly clientSecret?: string
    readonly accountId?: string
    /** Narrows a list to the accounts of a business, on operations that take x-business-id. */
    readonly businessId?: string
    /** On operations that take x-contractor-id. */
    readonly contractorId?: string
    /** Time limit for the whole answer, in ms; 30,000 without it. */
    readonly timeoutMs?: number
    readonly signal?: AbortSignal
  }

export interface Client {
  call<Name extends OperationName>(
    name: Name,
    input: CallInput<Name>,
  ): Promise<Result<OperationReply<Name>, CallFailure>>
  /**
   * The service's time, in ms since the epoch: as its answers show it, plus the time since. Setting this computer's
   * clock does not change it. Null before the first answer, and with a service that does not send its time.
   */
  readonly serviceTime?: () => number | null
}

const defaultTimeoutMs = 30_000

/** Whether the service does not have the operation at all. The caller then uses another way, or does without. */
export const isMissingOperation = (failure: CallFailure | { readonly kind: 'not_sent' }): boolean =>
  failure.kind === 'refused' && failure.error.code === 'route_not_found'

/** Whether the service refused a field that is one of our extensions. */
export const isUnknownField = (answer: Result<unknown, CallFailure>): boolean =>
  !answer.ok && answer.error.kind === 'refused' && answer.error.error.code === 'parameter_unknown'

const missingOperation = (name: OperationName): CallFailure => ({
  kind: 'refused',
  status: 404,
  error: {
    type: 'not_found',
    code: 'route_not_found',
    message: `This payment service does not offer ${name}.`,
    request_id: '',
  },
})

/** Creates the typed client from the operation table. A call never throws: it always returns a Result. */
export function createClient(options: ClientOptions): Client {
  const send = options.fetch ?? fetch
  /** The service's time less the monotonic time, in ms. */
  let ahead: number | null = null
  return {
    serviceTime: () => (ahead === null ? null : performance.now() + ahead),
    async call(name, input) {
      const loose: LooseInput = input
      if (options.missing?.has(name)) return err(missingOperation(name))
      // Not AbortSignal.timeout: its signal and listeners would stay in memory until the timeout, after the call has
      // ended.
      const limit = new AbortController()
      const callOff = startTimeLimit(loose.timeoutMs ?? defaultTimeoutMs, () => limit.abort(late()))
      let operation: Operation
      let answer: { readonly status: number; readonly body: unknown; readonly retryAfter: string | null }
      try {
        operation = await operationOf(name)
        const response = await send(urlOf(options.baseUrl, operation, loose), {
          method: operation.method,
          headers: headersOf(options, operation, loose),
          // Never follow a redirect: it could send the API key or a payment to another host.
          redirect: 'error',
          signal: loose.signal === undefined ? limit.signal : AbortSignal.any([loose.signal, limit.signal]),
          ...(operation.body === undefined ? {} : { body: JSON.stringify(loose.body ?? {}) }),
        })
        ahead = followTime(ahead, Date.parse(response.headers.get('date') ?? '') - performance.now())
        const retryAfter = response.headers.get('retry-after')
        answer = { status: response.status, body: parsed(await response.text()), retryAfter }
      } catch (error) {
        return err({ kind: 'no_answer', reason: reasonOf(error) })
      } finally {
        callOff()
      }
      if (answer.status === 200) {
        const strict = operation.reply.safeParse(answer.body)
        const reply = strict.success
          ? strict
          : operation.reply.safeParse(completeReply(operation, loose, answer.body))
        if (reply.success) return ok(reply.data as OperationReply<typeof name>)
        return err({ kind: 'no_answer', reason: `the response of ${name} does not match the contract` })
      }
      const envelope = errorEnvelopeSchema.safeParse(answer.body)
      if (!isOfSpecification(operation) && isMissingRoute(answer.status, answer.body)) {
        options.missing?.add(name)
        return err(missingOperation(name))
      }
      if (envelope.success) {
        return err({
          kind: 'refused',
          status: answer.status,
          error: envelope.data.error,
          // Seconds only: our service never sends a date.
          ...(/^\d{1,6}$/.test(answer.retryAfter ?? '') ? { retryAfter: Number(answer.retryAfter) } : {}),
        })
      }
      return err({ kind: 'no_answer', reason: `status ${answer.status} without an error envelope` })
    },
  }
}

/** An answer may be on its way for this long, in ms, while its time gets older. */
const longestWayMs = 60_000

/** Times between answers must not go back: of the times that answers show, the latest is the most exact. */
function followTime(ahead: number | null, shown: number): number | null {
  if (Number.isNaN(shown)) return ahead
  return ahead === null ? shown : shown < ahead && ahead - shown < longestWayMs ? ahead : shown
}

const late = () => new Error('The service did not answer in time')

/** Returns undefined if the text is not JSON, such as the error page of a web server. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The reason for the log and for support. Prefers the error's cause: fetch itself reports only that it failed, not that
 * the connection was refused or redirected.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error && error.cause.message !== '') return error.cause.message
  return error.message === 'fetch failed' ? 'no connection to the service' : error.message
}

interface LooseInput {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly idempotencyKey?: string
  readonly sessionKey?: string
  readonly clientSecret?: string
  readonly accountId?: string
  readonly businessId?: string
  readonly contractorId?: string
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

function urlOf(baseUrl: string, operation: Operation, input: LooseInput): string {
  const path = fillPath(operation.path, (name) => encodeURIComponent(String(input.params?.[name])))
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) query.set(key, String(value))
  }
  const suffix = query.size === 0 ? '' : `?${query.toString()}`
  return `${baseUrl}${path}${suffix}`
}

function headersOf(options: ClientOptions, operation: Operation, input: LooseInput): Record<string, string> {
  const account = input.accountId ?? options.accountId
  return {
    ...(operation.access === 'none' || operation.access === 'client_secret' || operation.access === 'session'
      ? {}
      : { 'x-api-key': options.apiKey }),
    ...(input.clientSecret === undefined ? {} : { 'x-client-secret': input.clientSecret }),
    ...(operation.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(account === undefined || operation.account === 'none' ? {} : { 'x-account-id': account }),
    ...(input.businessId === undefined || operation.business !== true
      ? {}
      : { 'x-business-id': input.businessId }),
    ...(input.contractorId === undefined || operation.contractor !== true
      ? {}
      : { 'x-contractor-id': input.contractorId }),
    ...(input.sessionKey === undefined ? {} : { 'x-session-key': input.sessionKey }),
    ...(operation.session === undefined || options.language === undefined
      ? {}
      : { 'accept-language': options.language() }),
    ...(input.idempotencyKey === undefined ? {} : { 'x-idempotency-key': input.idempotencyKey }),
  }
}
