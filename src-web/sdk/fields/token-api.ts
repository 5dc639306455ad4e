import type { TokenOptions } from '../../../src-shared/api/schemas/token.ts'
import { err, ok, type Result } from '../../../src-shared/result.ts'
import type { PaymentDetails } from '../../components/payment-details.ts'
import type { PaymentElementError } from '../countertop.d.ts'

/** The fields' requests to the service, on their own origin. Does not throw. */
export interface TokenApi {
  /** The methods that the secret's intent accepts. Refuses a wrong secret or key before anything is typed. */
  options(): Promise<Result<TokenOptions, Refusal>>
  tokenize(details: PaymentDetails): Promise<Result<string, Refusal>>
}

export interface Refusal extends PaymentElementError {
  /** Every field that the service named. */
  readonly params: readonly string[]
}

/** Timeout in ms. The processor may store the card, or a bank may validate it. */
const limitMs = 60_000

export function createTokenApi(keys: { readonly apiKey: string; readonly clientSecret: string }): TokenApi {
  const ask = async <Reply>(path: string, body: object): Promise<Result<Reply, Refusal>> => {
    const abort = new AbortController()
    const limit = setTimeout(() => abort.abort(), limitMs)
    try {
      // Relative to this page, wherever the service is mounted.
      const response = await fetch(new URL(path, new URL('../../', location.href)), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': keys.apiKey },
        body: JSON.stringify({ client_secret: keys.clientSecret, ...body }),
        cache: 'no-store',
        credentials: 'omit',
        redirect: 'error',
        referrerPolicy: 'no-referrer',
        signal: abort.signal,
      })
      const answer: unknown = await response.json()
      return response.ok ? ok(answer as Reply) : err(refusalOf(answer))
    } catch {
      return err({
        code: 'network',
        message: 'The payment service could not be reached. Try again.',
        params: [],
      })
    } finally {
      clearTimeout(limit)
    }
  }
  return {
    options: () => ask<TokenOptions>('tokens/options', {}),
    async tokenize(details) {
      const answer = await ask<Token>('tokens', details)
      if (!answer.ok) return answer
      const { id, status, validation_response } = answer.value
      // A payment method intent with `validate`: the bank refused the details.
      if (status !== 'failed') return ok(id)
      const { code = 'invalid_account', message = 'The bank refused the payment method.' } =
        validation_response ?? {}
      return err({ code: code ?? 'invalid_account', message: message ?? '', params: [] })
    },
  }
}

interface Token {
  readonly id: string
  readonly status: string
  readonly validation_response: { readonly code?: string | null; readonly message?: string | null } | null
}

interface Envelope {
  readonly error?: {
    readonly code?: string
    readonly message?: string
    readonly param?: string | null
    readonly errors?: readonly { readonly param?: string }[]
  }
}

function refusalOf(answer: unknown): Refusal {
  const {
    code = 'internal',
    message = 'The payment service failed.',
    param,
    errors = [],
  } = (answer as Envelope | null)?.error ?? {}
  const params = [param, ...errors.map((one) => one.param)].filter((one) => typeof one === 'string')
  return { code, message, params, ...(typeof param === 'string' ? { param } : {}) }
}
