import { setMaxListeners } from 'node:events'
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Clock } from '../time/clock.ts'
import { isPublicAddress, literalAddress } from './public-address.ts'
import { queriedAddresses, type ResolveName, systemAddresses } from './resolve-name.ts'

/** The result of posting a webhook. */
export type Posted =
  | { readonly outcome: 'answered'; readonly status: number }
  /** The portal translates the reasons of this file (src-web/portal/delivery-words.ts). */
  | { readonly outcome: 'no_answer'; readonly error: string }
  /** The service is stopping: it is unknown whether the webhook arrived. */
  | { readonly outcome: 'stopped' }

interface Webhook {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface WebhookPoster {
  post(url: string, webhook: Webhook): Promise<Posted>
  /** Aborts requests in progress. */
  stop(): void
}

export interface PosterOptions {
  readonly clock: Pick<Clock, 'after'>
  /** Allows private addresses and http: for development and tests. */
  readonly allowPrivate: boolean
  /** Resolves host names. */
  readonly resolve?: ResolveName
}

/** Time limit from connecting to the headers of the answer, in ms. */
export const answerLimitMs = 15_000
/** Maximum bytes of an answer's body, which is discarded; when it ends, the connection can be reused. */
const mostBodyBytes = 65_536
const addressRefused = 'EADDRNOTPUBLIC'

/**
 * Posts webhooks. The address is checked when it is resolved, and the connection uses that very address, so that a name
 * which resolves differently the second time (DNS rebinding) is no risk. Redirects are not followed.
 */
export function createWebhookPoster({ clock, allowPrivate, resolve }: PosterOptions): WebhookPoster {
  const options = { keepAlive: true, maxFreeSockets: 256, timeout: 60_000 }
  const agents = { http: new HttpAgent(options), https: new HttpsAgent(options) }
  const stopping = new AbortController()
  // One listener per webhook in progress.
  setMaxListeners(0, stopping.signal)
  const addressesOf = resolve ?? (allowPrivate ? systemAddresses : queriedAddresses())

  const lookupUntil =
    (signal: AbortSignal): LookupFunction =>
    (hostname, { all }, callback) => {
      addressesOf(hostname, signal).then(
        (found) => {
          const allowed = found.filter(({ address }) => allowPrivate || isPublicAddress(address))
          const [first] = allowed
          if (first === undefined) return callback(notPublic(hostname), '', 4)
          if (all === true) return callback(null, [...allowed])
          callback(null, first.address, first.family)
        },
        (error: NodeJS.ErrnoException) => callback(error, '', 4),
      )
    }

  function send(target: URL, { headers, body }: Webhook): Promise<Posted> {
    return new Promise((settle) => {
      const isSecure = target.protocol === 'https:'
      const ended = new AbortController()
      let request = begin(false)
      // Includes the second attempt: the claim on the delivery covers only this time.
      const callOff = clock.after(answerLimitMs, () =>
        request.destroy(new Error('no answer within 15 seconds')),
      )
      const end = () => request.destroy(new Error('the service is stopping'))
      stopping.signal.addEventListener('abort', end)

      function done(posted: Posted): void {
        callOff()
        stopping.signal.removeEventListener('abort', end)
        ended.abort()
        settle(posted)
      }

      function begin(isSecondTry: boolean): ClientRequest {
        const begun = (isSecure ? httpsRequest : httpRequest)(target, {
          method: 'POST',
          agent: isSecondTry ? false : isSecure ? agents.https : agents.http,
          lookup: lookupUntil(ended.signal),
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        })
        begun.on('error', (error: NodeJS.ErrnoException) => {
          if (stopping.signal.aborted) return done({ outcome: 'stopped' })
          // The endpoint closed a kept-alive connection at the moment of its reuse.
          if (begun.reusedSocket && error.code === 'ECONNRESET' && !isSecondTry) {
            request = begin(true)
            return
          }
          done({ outcome: 'no_answer', error: reasonOf(error) })
        })
        // Neither an error nor a response: the endpoint answered with a protocol switch (101).
        begun.on('close', () => {
          if (begun === request)
            done({ outcome: 'no_answer', error: 'the connection ended without an answer' })
        })
        begun.on('response', (response) => {
          discardBody(response, clock)
          done({ outcome: 'answered', status: response.statusCode ?? 0 })
        })
        return begun.end(body)
      }
    })
  }

  return {
    async post(url, webhook) {
      if (stopping.signal.aborted) return { outcome: 'stopped' }
      const target = new URL(url)
      if (!allowPrivate && target.protocol !== 'https:') {
        return { outcome: 'no_answer', error: 'the address is not https' }
      }
      const literal = literalAddress(target)
      if (literal !== null && !allowPrivate && !isPublicAddress(literal)) {
        return { outcome: 'no_answer', error: reasonOf(notPublic(literal)) }
      }
      return send(target, webhook)
    },
    stop() {
      stopping.abort()
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}

/** Reads a body to its end, so that the connection can be reused, unless it is too large or takes too long. */
function discardBody(response: IncomingMessage, clock: PosterOptions['clock']): void {
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > mostBodyBytes) response.destroy()
  })
  response.on('error', () => {})
  const letGo = clock.after(answerLimitMs, () => response.destroy())
  response.on('close', letGo)
}

const notPublic = (hostname: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`${hostname} has no public address`), { code: addressRefused })

/** When all addresses of a host name refuse the connection, the error has no message of its own. */
function reasonOf(error: NodeJS.ErrnoException): string {
  if (error instanceof AggregateError) return error.errors.map((one) => reasonOf(one as Error)).join(', ')
  return error.message.slice(0, 200)
}
