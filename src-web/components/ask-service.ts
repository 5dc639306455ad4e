import { err, ok, type Result } from '../../src-shared/result.ts'

/**
 * How a request can fail. `no_answer`: it is unknown what the service did. `refused`: the service did nothing, except
 * for a status of 500 and above, whose effect is unknown.
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

/** A request with a JSON body. */
export const sending = (
  method: 'POST' | 'PUT',
  headers: Readonly<Record<string, string>>,
  body: unknown,
): RequestInit => ({
  method,
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/**
 * Sends a hosted page's request to the service, always on its own origin. Does not throw. Sends cookies only if the
 * request asks for it. @param path relative to the page
 */
export async function askService<Reply>(
  path: string,
  request: RequestInit,
  limitMs: number,
): Promise<Result<Reply, PageFailure>> {
  const abort = new AbortController()
  const limit = setTimeout(() => abort.abort(), limitMs)
  try {
    const response = await fetch(path, {
      credentials: 'omit',
      ...request,
      cache: 'no-store',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: abort.signal,
    })
    const body: unknown = await response.json()
    // The same service served the page, so the page and the answer are of the same version.
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

/** Invalid, foreign, replaced, expired and unknown links all get the same answer. */
export const isNoPage = (failure: PageFailure): boolean =>
  failure.kind === 'refused' && failure.status === 404 && failure.params.includes('x-client-secret')
