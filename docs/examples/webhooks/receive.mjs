// Receives webhooks: verifies each, answers at once, and handles each event once. It needs only Node, no library.
//
//   WEBHOOK_SECRET=whsec_… node docs/examples/webhooks/receive.mjs

import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { pathToFileURL } from 'node:url'

/** Seconds by which the time of a webhook may differ from this computer's clock: an older one may be a replay. */
const tolerance = 300
/** Bytes of the largest body that is read: whoever finds the address could otherwise fill the memory. */
const mostBytes = 4_000_000

/**
 * Verifies a webhook by Standard Webhooks 1.0 and returns its event.
 * @param {string} secret `whsec_…` @param {Record<string, string | string[] | undefined>} headers in lower case
 * @param {string} body the text of the request, unchanged: do not parse and serialize it before
 * @returns {{ id: string, type: string, created_at: string, sequence: number, data: { object: any } }}
 * @throws when it was not signed with the secret, or is too old
 */
export function verify(secret, headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures } = headers
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= tolerance))
    throw new Error('webhook-timestamp is too old')
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest()
  // Several signatures during the rotation of a secret: `v1,BASE64 v1,BASE64`.
  const isSigned = String(signatures)
    .split(' ')
    .map((signature) => Buffer.from(signature.replace(/^v1,/, ''), 'base64'))
    .some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected))
  if (!isSigned) throw new Error('webhook-signature does not match')
  return JSON.parse(body)
}

/**
 * @param {{ secret: string, handle: (event: ReturnType<typeof verify>) => void, port?: number }} options
 * @returns {Promise<{ url: string, stop(): Promise<void> }>}
 */
export async function startReceiver({ secret, handle, port = 0 }) {
  /** A real program keeps these in its database, in the same transaction as its own changes. */
  const handled = new Set()
  const server = createServer(async (request, response) => {
    try {
      const chunks = []
      let bytes = 0
      for await (const chunk of request) {
        bytes += chunk.length
        if (bytes > mostBytes) throw new Error('the body is too large for a webhook')
        chunks.push(chunk)
      }
      const event = verify(secret, request.headers, Buffer.concat(chunks).toString('utf8'))
      if (!handled.has(event.id)) handle(event)
      handled.add(event.id)
      response.writeHead(204).end()
    } catch (error) {
      console.error(error instanceof Error ? error.message : error)
      // Anything but 2xx: the service tries again later.
      response.writeHead(400).end()
    }
  })
  await new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(undefined)))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : port}/countertop`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { WEBHOOK_SECRET, PORT } = process.env
  if (!WEBHOOK_SECRET) {
    console.error('Set WEBHOOK_SECRET to the secret of the webhook endpoint (whsec_…).')
    process.exit(1)
  }
  const handle = ({ type, data }) => console.log(type, data.object.id, data.object.status ?? '')
  const { url } = await startReceiver({ secret: WEBHOOK_SECRET, handle, port: Number(PORT ?? 3000) })
  console.log(`Webhooks are received at ${url}`)
}
