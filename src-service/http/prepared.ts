import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { etagOf, isKnown } from './etag.ts'

/**
 * A text that is the same for everybody, ready to be sent.
 *
 * These answers alone are compressed. They are large and hold nothing of anybody; in an answer that holds a secret
 * beside text of a stranger, the compressed length could leak the secret (BREACH).
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
  // A coding that is given the weight 0 is refused (RFC 9110, section 12.5.3).
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const gzipped = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(accepted)
  return gzipped ? reply.header('content-encoding', 'gzip').send(compressed) : reply.send(text)
}
