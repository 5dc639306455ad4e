import { z } from 'zod'
import { err } from '../result.ts'
import { timestampSchema } from './schemas/common.ts'
import { type ReceiptData, receiptDataSchema } from './schemas/payment.ts'

/**
 * Every error code of the service with its HTTP status and, for the terminal failures of section 4.4,
 * the numeric terminal code. One envelope everywhere (section 7 leaves it open; docs/decisions/0078).
 */
export const errorCatalogue = {
  parameter_missing: { status: 400 },
  parameter_invalid: { status: 400 },
  parameter_unknown: { status: 400 },
  json_invalid: { status: 400 },
  payment_source_ambiguous: { status: 400 },
  amount_too_large: { status: 400 },
  customer_not_linked: { status: 400 },
  customer_immutable: { status: 400 },
  refund_exceeds_amount: { status: 400 },
  fee_refund_limit: { status: 400 },
  expires_at_invalid: { status: 400 },
  idempotency_key_too_short: { status: 400 },
  idempotency_key_reused: { status: 400 },
  activation_code_invalid: { status: 400 },
  claim_code_invalid: { status: 400 },
  api_key_missing: { status: 401 },
  api_key_invalid: { status: 401 },
  api_key_revoked: { status: 401 },
  session_ended: { status: 401 },
  permission_denied: { status: 403 },
  public_key_not_allowed: { status: 403 },
  tenant_admin_required: { status: 403 },
  account_not_boarded: { status: 403 },
  hsn_not_owned: { status: 403 },
  resource_missing: { status: 404 },
  route_not_found: { status: 404 },
  method_not_allowed: { status: 405 },
  state_conflict: { status: 409 },
  last_administrator: { status: 409 },
  amount_changed: { status: 409 },
  amount_refunded_changed: { status: 409 },
  gift_card_balance_too_low: { status: 409 },
  gift_card_blocked: { status: 409 },
  idempotency_in_progress: { status: 409 },
  idempotency_answer_lost: { status: 409 },
  lock_timeout: { status: 409 },
  body_too_large: { status: 413 },
  content_type_unsupported: { status: 415 },
  rate_limited: { status: 429 },
  internal: { status: 500 },
  overloaded: { status: 503 },
  terminal_parameter_missing: { status: 400, terminal: 4 },
  terminal_parameter_invalid: { status: 400, terminal: 3 },
  terminal_timeout: { status: 500, terminal: 1 },
  /** The only terminal error that proves that the command did not run. */
  terminal_session_invalid: { status: 500, terminal: 1 },
  terminal_not_connected: { status: 500, terminal: 6 },
  terminal_in_use: { status: 500, terminal: 7 },
  terminal_cancelled: { status: 500, terminal: 8 },
  no_terminals: { status: 500, terminal: 100 },
  signature_unsupported: { status: 500, terminal: 700 },
  printing_unsupported: { status: 500, terminal: 800 },
  authorization_voided: { status: 500, terminal: 900 },
} as const satisfies Record<string, { readonly status: number; readonly terminal?: number }>

export type ErrorCode = keyof typeof errorCatalogue

export const errorCodes = Object.keys(errorCatalogue) as readonly ErrorCode[]

/** The coarse family of an error, for programs that branch on it. */
export const errorTypes = [
  'invalid_request',
  'authentication',
  'permission',
  'not_found',
  'conflict',
  'rate_limit',
  'terminal',
  'api',
] as const
export type ErrorType = (typeof errorTypes)[number]

export function errorTypeOf(code: ErrorCode): ErrorType {
  const entry: { readonly status: number; readonly terminal?: number } = errorCatalogue[code]
  if (entry.terminal !== undefined) return 'terminal'
  switch (entry.status) {
    case 401:
      return 'authentication'
    case 403:
      return 'permission'
    case 404:
      return 'not_found'
    case 409:
      return 'conflict'
    case 429:
      return 'rate_limit'
    case 500:
    case 503:
      return 'api'
    default:
      return 'invalid_request'
  }
}

/** One refused parameter, identified by its path, such as `order_details.items.0.name`. */
export const parameterErrorSchema = z
  .object({ param: z.string(), code: z.string(), message: z.string() })
  .meta({ id: 'ParameterError' })
export type ParameterError = z.infer<typeof parameterErrorSchema>

/** The holder of a terminal. A person at another counter uses it to decide whether to wait, ask, or take over. */
export const heldBySchema = z
  .object({
    /** The name that the holder gave on connect; null if it gave none. */
    name: z.string().nullable(),
    since: timestampSchema,
    /** When the session ends, unless the holder renews it. */
    expires_at: timestampSchema,
  })
  .meta({ id: 'HeldBy' })
export type HeldBy = z.infer<typeof heldBySchema>

/** The members that every error has besides its message. */
const errorFacts = {
  code: z.enum(errorCodes as readonly [ErrorCode, ...ErrorCode[]]),
  param: z.string().optional(),
  errors: z.array(parameterErrorSchema).optional(),
  terminal_code: z.number().int().optional(),
  /** The payment intent with its payment, when the card was authorized before the error. */
  payment_intent: z.record(z.string(), z.unknown()).optional(),
  /** The text of the receipt, if the terminal could not print it (section 4.4, code 800). */
  receipt_data: receiptDataSchema.optional(),
  /** The holder of the terminal, with terminal_in_use and with a terminal_cancelled caused by force. */
  held_by: heldBySchema.optional(),
  request_id: z.string(),
}
const errorTypeSchema = z.enum(errorTypes)

/** The body of every answer that is not 200. */
export const errorEnvelopeSchema = z
  .object({
    error: z
      .object({
        type: errorTypeSchema,
        /** What was wrong, with what value, and what to do. */
        message: z.string(),
        ...errorFacts,
      })
      .meta({ id: 'ErrorDetails' }),
  })
  .meta({ id: 'ErrorEnvelope' })
export type ErrorEnvelope = z.infer<typeof errorEnvelopeSchema>

/** The same error in the format of RFC 9457, for clients that accept application/problem+json. */
export const problemSchema = z
  .object({
    /** Where the code is documented, relative to the service's address. */
    type: z.string(),
    title: z.string(),
    status: z.number().int().min(400).max(599),
    detail: z.string(),
    error_type: errorTypeSchema,
    ...errorFacts,
  })
  .meta({ id: 'Problem' })

/** An error that a use case returns; the HTTP layer adds type, status and request id. */
export interface ServiceError {
  readonly code: ErrorCode
  readonly message: string
  readonly param?: string
  readonly errors?: readonly ParameterError[]
  readonly paymentIntent?: Readonly<Record<string, unknown>>
  readonly receiptData?: ReceiptData
  readonly heldBy?: HeldBy
  /** Seconds for the Retry-After header. */
  readonly retryAfter?: number
}

export const serviceError = (
  code: ErrorCode,
  message: string,
  details: Omit<ServiceError, 'code' | 'message'> = {},
): ServiceError => ({ code, message, ...details })

/** The failed result that a use case returns. */
export const refuse = (...error: Parameters<typeof serviceError>) => err(serviceError(...error))
