import { setMaxListeners } from 'node:events'
import { type ClientRequest, Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Clock } from '../clock.ts'
import { isPublicAddress, literalAddress } from './public-address.ts'
import { queriedAddresses, type ResolveName, systemAddresses } from './resolve-name.ts'

/** What became of a webhook that was posted. */
export type Posted =
  | { readonly outcome: 'answered'; readonly status: number }
  | { readonly outcome: 'no_answer'; readonly error: string }
  /** The service stops: whether it arrived is not known. */
  | { readonly outcome: 'stopped' }

interface Webhook {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface WebhookPoster {
  post(url: string, webhook: Webhook): Promise<Posted>
  /** Cuts off what is under way. */
  stop(): void
}

export interface PosterOptions {
  readonly clock: Pick<Clock, 'after'>
  /** Private addresses and http too: for development and tests. */
  readonly allowPrivate: boolean
  /** Names to addresses. */
  readonly resolve?: ResolveName
}

/** From the connection to the head of the answer, ms. */
export const answerLimitMs = 15_000
/** Of an answer's body: nobody reads it, and the connection can serve again when it has ended. */
const mostBodyBytes = 65_536
const addressRefused = 'EADDRNOTPUBLIC'

/**
 * Posts webhooks. The address is checked where it is resolved and the connection goes to that very address, so that a
 * name which answers otherwise the second time (DNS rebinding) gains nothing. Redirects are not followed.
 */
export function createWebhookPoster({ clock, allowPrivate, resolve }: PosterOptions): WebhookPoster {
  const options = { keepAlive: true, maxFreeSockets: 256, timeout: 60_000 }
  const agents = { http: new HttpAgent(options), https: new HttpsAgent(options) }
  const stopping = new AbortController()
  // One for each webhook that is under way.
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
      // For a second try too: whoever delivers keeps the webhook for this long from other nodes.
      const callOff = clock.after(answerLimitMs, () =>
        request.destroy(new Error('no answer within 15 seconds')),
      )
      const end = () => request.destroy(new Error('the service stops'))
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
          // The listener closed a connection that was kept, in the moment that it was used again.
          if (begun.reusedSocket && error.code === 'ECONNRESET' && !isSecondTry) {
            request = begin(true)
            return
          }
          done({ outcome: 'no_answer', error: reasonOf(error) })
        })
        // Ends without either: an answer that would have the connection speak something else (101).
        begun.on('close', () => {
          if (begun === request)
            done({ outcome: 'no_answer', error: 'the connection ended without an answer' })
        })
        begun.on('response', (response) => {
          let bytes = 0
          response.on('data', (chunk: Buffer) => {
            bytes += chunk.length
            if (bytes > mostBodyBytes) response.destroy()
          })
          response.on('error', () => {})
          const letGo = clock.after(answerLimitMs, () => response.destroy())
          response.on('close', letGo)
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

const notPublic = (hostname: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`${hostname} has no public address`), { code: addressRefused })

/** A refused connection to several addresses of a name has no message of its own. */
function reasonOf(error: NodeJS.ErrnoException): string {
  if (error instanceof AggregateError) return error.errors.map((one) => reasonOf(one as Error)).join(', ')
  return error.message.slice(0, 200)
}
