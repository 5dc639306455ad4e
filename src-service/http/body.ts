import type { FastifyInstance } from 'fastify'
import { err, ok, type Result } from '../../src-shared/result.ts'

/** Deeper bodies are nobody's: writing them down again could exhaust the stack. */
const deepest = 64

/** JSON bodies and nothing else; no body at all is an empty object. Fastify answers 413 and 415 by itself. */
export function acceptJsonBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    const parsed = parseBody(text as string)
    if (parsed.ok) done(null, parsed.value)
    else done(parsed.error, undefined)
  })
}

/** What the error handler recognizes as a body that is no JSON. */
export class BodyNotJson extends Error {}

function parseBody(text: string): Result<unknown, Error> {
  if (text === '') return ok({})
  try {
    const value: unknown = JSON.parse(text)
    // A body this short cannot be too deep.
    if (text.length > deepest && isDeeper(value, deepest)) {
      return err(new BodyNotJson(`it is nested deeper than ${deepest} levels`))
    }
    return ok(value)
  } catch {
    return err(new BodyNotJson('it is not valid JSON'))
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  return Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}
