import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'

/** The result of posting a form. */
export type Posted =
  /** No byte was sent. */
  | { readonly outcome: 'not_connected'; readonly code: string }
  /** It was sent, at least in part, and no complete response was received. */
  | { readonly outcome: 'no_answer'; readonly code: string }
  | {
      readonly outcome: 'answered'
      readonly status: number
      /** From a Retry-After header in seconds, in ms; null without one. */
      readonly retryAfterMs: number | null
      /** The parsed JSON of the response; undefined if it is not JSON. */
      readonly body: unknown
    }

interface Form {
  readonly authorization: string
  readonly form: URLSearchParams
  readonly signal: AbortSignal
}

/** Maximum length of a response. A longer one is not from the requested API. */
const longestAnswer = 100_000

/**
 * Posts a form over a new connection. `fetch` cannot be used: if a reused connection is cut, it does not show whether
 * the request was sent. Does not follow redirects, which would pass the credentials to others.
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
    // Closed without an error or a response: a response that switches the protocol (101).
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
