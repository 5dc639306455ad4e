import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { etagOf, isKnown } from './etag.ts'

/**
 * A text that is the same for all clients, ready to be sent.
 *
 * Only these answers are compressed. They are large and contain no private data; in an answer that contains a secret
 * beside text from an attacker, the compressed length could reveal the secret (BREACH).
 */
export interface Prepared {
  readonly text: string
  readonly compressed: Buffer
  readonly etag: string
}

export const prepare = async (text: string): Promise<Prepared> => ({
  text,
  compressed: await promisify(gzip)(text),
  etag: etagOf(text),
})

export function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  { text, compressed, etag }: Prepared,
  headers: Readonly<Record<string, string>>,
): FastifyReply {
  reply.headers({ vary: 'accept-encoding', ...headers, etag })
  if (isKnown(etag, request.headers['if-none-match'])) return reply.code(304).send()
  // A coding with weight 0 is not acceptable (RFC 9110, section 12.5.3).
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const gzipped = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(accepted)
  return gzipped ? reply.header('content-encoding', 'gzip').send(compressed) : reply.send(text)
}
