import { X509Certificate } from 'node:crypto'
import { request } from 'node:https'
import { Readable } from 'node:stream'
import { connect } from 'node:tls'
import type { UntrustedCertificate } from '../../src-shared/pos/service-commands.ts'

/**
 * `fetch` to a service whose certificate a person has compared: that certificate and no other, whatever name it is for.
 * The handshake fails before a key is sent.
 */
export function pinnedFetch(certificate: string): typeof fetch {
  const pinned = new X509Certificate(certificate).fingerprint256
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const sent = request(
        String(input),
        {
          method: init.method ?? 'GET',
          headers: { ...(init.headers as Record<string, string> | undefined) },
          ca: [certificate],
          checkServerIdentity: (_host, shown) =>
            shown.fingerprint256 === pinned ? undefined : new Error('The certificate is another one.'),
          ...(init.signal ? { signal: init.signal } : {}),
        },
        (answer) => {
          const status = answer.statusCode ?? 500
          if (status >= 300 && status < 400) {
            answer.destroy()
            reject(new TypeError('unexpected redirect'))
            return
          }
          const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
            typeof value === 'string' ? [[name, value] as [string, string]] : [],
          )
          const body = Readable.toWeb(answer) as ReadableStream<Uint8Array>
          resolve(new Response(body, { status, headers }))
        },
      )
      sent.on('error', reject)
      sent.end(typeof init.body === 'string' ? init.body : undefined)
    })
}

export interface ShownCertificate extends UntrustedCertificate {
  readonly pem: string
}

const patienceMs = 8_000

/** The certificate that a service shows, whoever signed it. Nothing is sent to it. */
export function shownCertificate(url: string): Promise<ShownCertificate | null> {
  const { hostname, port } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      rejectUnauthorized: false,
      ...(/^[\d.:a-f]+$/i.test(host) ? {} : { servername: host }),
    })
    const end = (shown: ShownCertificate | null) => {
      socket.destroy()
      resolve(shown)
    }
    socket.setTimeout(patienceMs, () => end(null))
    socket.on('error', () => end(null))
    socket.on('secureConnect', () => {
      const { raw } = socket.getPeerCertificate()
      const certificate = raw === undefined ? null : new X509Certificate(raw)
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
