import type {
  CheckoutCollected,
  CheckoutPage,
  PayCheckoutPageBody,
} from '../../src-shared/api/schemas/checkout-page.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { PaymentDetails } from '../components/payment-details.ts'
import type { PageAddress } from './page-address.ts'

/**
 * How a request can end badly. `no_answer` leaves open what the service did; `refused` is its word that it did nothing,
 * but for a status of 500 and above, behind which there may be anything.
 */
export type PageFailure =
  | { readonly kind: 'no_answer' }
  | {
      readonly kind: 'refused'
      readonly status: number
      readonly code: string
      /** The fields that it names. */
      readonly params: readonly string[]
    }

/** What the page asks of the service, always its own origin. Nothing throws. */
export interface PageApi {
  load(): Promise<Result<CheckoutPage, PageFailure>>
  collect(details: PaymentDetails): Promise<Result<CheckoutCollected, PageFailure>>
  /** @param key the same for each repeat of one payment: it is made once */
  pay(body: PayCheckoutPageBody, key: string): Promise<Result<CheckoutPage, PageFailure>>
}

/** A bank may take half a minute to answer; a view never does, ms. */
const limits = { load: 10_000, collect: 45_000, pay: 45_000 } as const

export function createPageApi({ id, clientSecret }: PageAddress): PageApi {
  // Relative to /checkout/{id}: a proxy may keep the service below a path of its own.
  const base = `../checkout_pages/${encodeURIComponent(id)}`
  const headers = { 'x-client-secret': clientSecret }
  return {
    load: () => ask(base, { headers }, limits.load),
    collect: (details) => ask(`${base}/collect`, posting(headers, details), limits.collect),
    pay: (body, key) =>
      ask(`${base}/pay`, posting({ ...headers, 'x-idempotency-key': key }, body), limits.pay),
  }
}

const posting = (headers: Readonly<Record<string, string>>, body: unknown): RequestInit => ({
  method: 'POST',
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

async function ask<Reply>(
  path: string,
  request: RequestInit,
  limitMs: number,
): Promise<Result<Reply, PageFailure>> {
  const abort = new AbortController()
  const limit = setTimeout(() => abort.abort(), limitMs)
  try {
    const response = await fetch(path, {
      ...request,
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: abort.signal,
    })
    const body: unknown = await response.json()
    // The page and what it is answered are of one version: it was served by the same service.
    return response.ok ? ok(body as Reply) : err(refusalOf(response.status, body))
  } catch {
    return err({ kind: 'no_answer' })
  } finally {
    clearTimeout(limit)
  }
}

interface Envelope {
  readonly error?: {
    readonly code?: string
    readonly param?: string | null
    readonly errors?: readonly { readonly param?: string }[]
  }
}

function refusalOf(status: number, body: unknown): PageFailure {
  const error = (body as Envelope | null)?.error
  const params = [error?.param, ...(error?.errors ?? []).map(({ param }) => param)]
  return {
    kind: 'refused',
    status,
    code: error?.code ?? '',
    params: [...new Set(params)].filter((param) => typeof param === 'string'),
  }
}
