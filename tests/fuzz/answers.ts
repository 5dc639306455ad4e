import { errorCatalogue, errorEnvelopeSchema } from '../../src-shared/api/errors.ts'
import type { FuzzedRequest } from './requests.ts'
import type { RawAnswer } from './send.ts'

/**
 * Statuses that any address may answer, whatever the operation: protocol errors, limits, unknown addresses and methods.
 */
const anywhere: readonly number[] = [400, 401, 404, 405, 413, 414, 415, 429, 431, 503]

/** @returns what is wrong with an answer, in words; null when it matches the contract */
export function faultOf(request: FuzzedRequest, answer: RawAnswer): string | null {
  const { status, text, contentType } = answer
  if (request.method === 'HEAD' || request.method === 'OPTIONS')
    return status >= 500 ? `status ${status}` : null
  const rightAddress = request.method === request.operation.method && request.kind !== 'address'
  if (status === 200 || status === 304) {
    if (request.operation.stream || !rightAddress || status === 304) return null
    const reply = request.operation.reply.safeParse(parsed(text))
    return reply.success ? null : `a 200 that is not its reply: ${reply.error.message.slice(0, 300)}`
  }
  // The HTTP server itself refuses invalid HTTP, without our envelope.
  if (text === '' && [400, 431].includes(status)) return null
  const envelope = errorEnvelopeSchema.safeParse(parsed(text))
  if (!envelope.success)
    return `status ${status} (${contentType}) without the envelope: ${text.slice(0, 200)}`
  const { code, message } = envelope.data.error
  const entry = errorCatalogue[code]
  if (code === 'internal') return `internal: ${message}`
  if (entry.status !== status) return `${code} came with status ${status}`
  if (rightAddress && ![...request.operation.statuses, ...anywhere].includes(status))
    return `status ${status} (${code}) is not in the document`
  return null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
