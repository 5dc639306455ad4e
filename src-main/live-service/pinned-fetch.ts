import { X509Certificate } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { isIP } from 'node:net'
import { type Duplex, Readable } from 'node:stream'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'
import type { UntrustedCertificate } from '../../src-shared/pos/installer-tools/service-commands.ts'

const patienceMs = 8_000
/** How long a connection is kept for the next request, in ms, like fetch. */
const keptMs = 5_000

/**
 * `fetch` to a service whose certificate a person has compared: accepts only that certificate, regardless of its name,
 * issuer and dates. Sends no byte of a request before the certificate was shown.
 */
export function pinnedFetch(certificate: string): typeof fetch {
  const agent = pinnedAgent(certificate)
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const sent = request(
        String(input),
        {
          agent,
          method: init.method ?? 'GET',
          headers: { ...(init.headers as Record<string, string> | undefined) },
          ...(init.signal ? { signal: init.signal } : {}),
        },
        (answer) => {
          try {
            resolve(responseOf(answer))
          } catch (error) {
            answer.destroy()
            reject(error)
          }
        },
      )
      sent.on('error', reject)
      sent.end(typeof init.body === 'string' ? init.body : undefined)
    })
}

/** The same for other connections, such as a WebSocket. */
export const pinnedAgent = (certificate: string): Agent =>
  new PinnedAgent(new X509Certificate(certificate).fingerprint256)

/** Provides only connections that have shown the certificate. The handshake proves that the server has its key. */
class PinnedAgent extends Agent {
  readonly #pinned: string

  constructor(pinned: string) {
    super({ keepAlive: true, timeout: keptMs })
    this.#pinned = pinned
  }

  override createConnection(
    options: ConnectionOptions,
    hand: (error: Error | null, socket: Duplex) => void,
  ): undefined {
    // The comparison below replaces the usual checks. Sessions are not resumed, so that the certificate is always
    // shown.
    const socket = connect({ ...options, rejectUnauthorized: false })
    const fail = (error: Error) => {
      socket.destroy()
      hand(error, socket)
    }
    socket.setTimeout(patienceMs, () => fail(new Error('The service does not answer.')))
    socket.once('error', fail)
    socket.once('secureConnect', () => {
      socket.off('error', fail)
      socket.setTimeout(0)
      socket.removeAllListeners('timeout')
      if (socket.getPeerCertificate().fingerprint256 === this.#pinned) hand(null, socket)
      else fail(new Error('The service shows another certificate.'))
    })
  }
}

/** @throws for a redirect, and for an invalid status */
function responseOf(answer: IncomingMessage): Response {
  const status = answer.statusCode ?? 500
  if (status >= 300 && status < 400) throw new TypeError('unexpected redirect')
  const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  )
  if (status === 204 || status === 205) {
    answer.resume()
    return new Response(null, { status, headers })
  }
  return new Response(Readable.toWeb(answer) as ReadableStream<Uint8Array>, { status, headers })
}

export interface ShownCertificate extends UntrustedCertificate {
  readonly pem: string
}

/** The host and port of a URL. `isName`: the host is a name, which the certificate must match. */
export function endpointOf(url: string): {
  readonly host: string
  readonly port: number
  readonly isName: boolean
} {
  const { hostname, port, protocol } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const usual = protocol === 'http:' ? 80 : 443
  return { host, port: Number(port || usual), isName: isIP(host) === 0 }
}

/** The certificate that the server showed in the handshake. */
export function certificateOf(socket: TLSSocket): X509Certificate | null {
  const { raw } = socket.getPeerCertificate()
  return raw === undefined ? null : new X509Certificate(raw)
}

/** The certificate that a service shows, whoever issued it. Sends no request. */
export function shownCertificate(url: string): Promise<ShownCertificate | null> {
  const { host, port, isName } = endpointOf(url)
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port,
      rejectUnauthorized: false,
      ...(isName ? { servername: host } : {}),
    })
    const end = (shown: ShownCertificate | null) => {
      socket.destroy()
      resolve(shown)
    }
    socket.setTimeout(patienceMs, () => end(null))
    socket.on('error', () => end(null))
    socket.on('secureConnect', () => {
      const certificate = certificateOf(socket)
      end(
        certificate && {
          fingerprint: certificate.fingerprint256,
          subject: certificate.subject,
          valid_to: new Date(certificate.validTo).toISOString(),
          pem: certificate.toString(),
        },
      )
    })
  })
}
