import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'

/** What became of a form that was posted. */
export type Posted =
  /** Not a byte of it was sent. */
  | { readonly outcome: 'not_connected'; readonly code: string }
  /** It was sent, or begun, and no whole answer came. */
  | { readonly outcome: 'no_answer'; readonly code: string }
  | {
      readonly outcome: 'answered'
      readonly status: number
      /** Of Retry-After in seconds; null without one. */
      readonly retryAfterMs: number | null
      /** The JSON of the answer; undefined when it is none. */
      readonly body: unknown
    }

interface Form {
  readonly authorization: string
  readonly form: URLSearchParams
  readonly signal: AbortSignal
}

/** An answer that is longer is none of the API that was asked. */
const longestAnswer = 100_000

/**
 * Posts a form over a connection of its own. `fetch` cannot be used: over a connection that was kept it does not tell
 * whether the request was sent when it was cut. Follows no redirect, which would carry the sign-in to others.
 */
export function postForm(url: URL, { authorization, form, signal }: Form): Promise<Posted> {
  const isSecure = url.protocol === 'https:'
  const body = form.toString()
  return new Promise((resolve) => {
    if (signal.aborted) return resolve({ outcome: 'not_connected', code: 'ABORT_ERR' })
    let isConnected = false
    const request = (isSecure ? httpsRequest : httpRequest)(url, {
      method: 'POST',
      agent: false,
      signal,
      headers: {
        authorization,
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': Buffer.byteLength(body),
        connection: 'close',
      },
    })
    const failed = (error: NodeJS.ErrnoException) =>
      resolve({ outcome: isConnected ? 'no_answer' : 'not_connected', code: error.code ?? error.name })
    request.on('error', failed)
    // Ends without either: an answer that would have the connection speak something else (101).
    request.on('close', () => failed(new Error('the connection ended without an answer')))
    request.on('socket', (socket) => {
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        isConnected = true
      })
    })
    request.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        if (text.length <= longestAnswer) text += chunk
      })
      response.on('error', failed)
      response.on('end', () =>
        resolve({
          outcome: 'answered',
          status: response.statusCode ?? 0,
          retryAfterMs: secondsOf(response.headers['retry-after']),
          body: parsed(text),
        }),
      )
    })
    request.end(body)
  })
}

const secondsOf = (header: string | undefined): number | null =>
  header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) * 1000 : null

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
