import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type ErrorCode, refuse, type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import { mostBodyBytes } from '../../src-shared/api/operation.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { isLight, weightOf, weightOfBytes } from './body-weight.ts'
import { duplicateField } from './duplicate-field.ts'
import { pathOfInexactNumber } from './exact-numbers.ts'
import { invalidCodeAt, quotedParam } from './validate.ts'

/** Maximum nesting depth. No legitimate body is deeper, and serializing one could exhaust the stack. */
const deepest = 64

/**
 * Maximum number of fields of an object, and of entries of a list. No legitimate body has more; a schema checks every
 * entry before it counts them, which takes seconds for a list that fills the body.
 */
const mostEntries = 5_000

/** Limits how much time the heavy bodies of a caller may take: reading one holds up all other requests. */
export interface HeavyBodies {
  /** Returns the refusal while earlier bodies of the caller have taken too much. */
  refuse(request: FastifyRequest): ServiceError | null
  /**
   * Counts a body. @param weigh returns the number of requests that take as long; not called where nothing is counted
   */
  count(request: FastifyRequest, weigh: () => number): void
}

/** Accepts only JSON bodies; a missing body is an empty object. Fastify itself answers 413 and 415. */
export function acceptJsonBodies(server: FastifyInstance, heavy: HeavyBodies): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const read = readBody(request, bytes as Buffer, heavy)
    if (read.ok) done(null, read.value)
    else done(new BodyRefused(read.error), undefined)
  })
}

/** Reads a body. Whatever costs least comes first. */
function readBody(request: FastifyRequest, bytes: Buffer, heavy: HeavyBodies): Result<unknown, ServiceError> {
  const { 'content-type': type, 'content-encoding': encoding } = request.headers
  const unreadable = unreadableBody(type, encoding)
  if (unreadable !== null) return err(unreadable)
  const { url = '', bodyLimit = 0 } = request.routeOptions
  const invalid = invalidCodeAt(url)
  const tooHeavy = isLight(bytes) ? null : heavy.refuse(request)
  if (tooHeavy !== null) return err(tooHeavy)
  const crowded =
    bodyLimit === mostBodyBytes ? refuseGroups(bytes, mostGroups) : refuseUnparsed(bytes, invalid)
  if (!isLight(bytes)) heavy.count(request, () => (crowded === null ? weightOf(bytes) : weightOfBytes(bytes)))
  return crowded === null ? parseBody(bytes, invalid) : err(crowded)
}

/** Carries the refusal of a body to the error handler. */
export class BodyRefused extends Error {
  readonly refusal: ServiceError
  constructor(refusal: ServiceError) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/** Refuses compressed bodies and other charsets explicitly, instead of misreading them. */
function unreadableBody(type: string | undefined, encoding: string | undefined): ServiceError | null {
  if (encoding !== undefined && !['', 'identity'].includes(encoding.trim().toLowerCase())) {
    const message = `The body has the content-encoding ${shownHeader(encoding)}, but this service only accepts uncompressed bodies. Leave content-encoding out.`
    return serviceError('content_type_unsupported', message, { param: 'content-encoding' })
  }
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(type ?? '')?.[1]
  if (charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset)) return null
  const message = `The body has the charset ${shownHeader(charset)}, but this service only accepts UTF-8.`
  return serviceError('content_type_unsupported', message, { param: 'content-type' })
}

const shownHeader = (value: string): string => JSON.stringify(value.slice(0, 60))

function parseBody(bytes: Buffer, invalid: ErrorCode): Result<unknown, ServiceError> {
  if (bytes.length === 0) return ok({})
  if (!isUtf8(bytes)) return refuse('json_invalid', unreadable('it is not valid UTF-8'))
  const text = bytes.toString('utf8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return refuse('json_invalid', unreadable('it is not valid JSON'))
  }
  // The first check, because later ones recurse into the body. A text this short cannot be too deep.
  if (text.length > deepest && isDeeper(value, deepest)) {
    return refuse('json_invalid', unreadable(`it is nested deeper than ${deepest} levels`))
  }
  const crowded = text.length > 2 * mostEntries ? crowdedIn(value) : null
  if (crowded !== null) {
    const param = quotedParam(crowded)
    return refuse(invalid, tooManyEntries(param), { param })
  }
  if (mayHoldProto.test(text) && holdsProto(value)) {
    const message = 'A field is named __proto__, which cannot be stored. Choose another name.'
    return refuse(invalid, message, { param: '__proto__' })
  }
  // In valid UTF-8 such characters can only come from an escape, except NUL.
  if (text.includes('\\u') || text.includes('\u0000')) {
    const param = pathOfBadText(value)
    if (param !== null) {
      const message = `${param} contains a character that is not allowed: U+0000 or half of a surrogate pair. Remove it.`
      return refuse(invalid, message, { param })
    }
  }
  const twice = duplicateField(text, value)
  if (twice !== null) {
    const param = quotedParam(twice)
    const message = `${param} is in the body twice, and it is unclear which one is meant. Send it once.`
    return refuse(invalid, message, { param })
  }
  const changed = pathOfInexactNumber(text, value)
  if (changed !== null) {
    const param = quotedParam(changed)
    const message = `${param} is a number that would be stored as another one. Send at most 15 digits, or the number as text.`
    return refuse(invalid, message, { param })
  }
  return ok(value)
}

const tooManyEntries = (param: string): string => `${param} may have at most ${mostEntries} entries.`

/**
 * Maximum number of lists, and of objects, in a body of a private key: a megabyte of them takes a fifth of a second. No
 * legitimate body has more: a free-form object is limited to 64 KiB.
 */
const mostGroups = 20_000

function refuseGroups(bytes: Buffer, most: number): ServiceError | null {
  if (bytes.length <= most || !(occursOften(bytes, '[', most) || occursOften(bytes, '{', most))) return null
  return serviceError('json_invalid', unreadable(`it has more than ${most} lists or objects`))
}

/** Refuses what would take longest to parse, seconds for an upload: brackets, or short fields. */
function refuseUnparsed(bytes: Buffer, invalid: ErrorCode): ServiceError | null {
  // Forms and uploads have hardly any lists; the bodies of private keys may have some of many objects.
  const crowded = refuseGroups(bytes, mostEntries)
  if (crowded !== null) return crowded
  return occursOften(bytes, ',', mostEntries)
    ? serviceError(invalid, tooManyEntries('body'), { param: 'body' })
    : null
}

function occursOften(bytes: Buffer, sign: string, most: number): boolean {
  let count = 0
  for (let at = bytes.indexOf(sign); at !== -1 && count <= most; at = bytes.indexOf(sign, at + 1)) count += 1
  return count > most
}

const unreadable = (why: string): string => `The body cannot be read: ${why}. Send one JSON object.`

/** The literal name, or any escape that may encode it. */
const mayHoldProto = /__proto__|\\u/

/** JSON.parse keeps such a field, but copying the object would lose it or change the prototype of other objects. */
function holdsProto(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(holdsProto)
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  return Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}

/** Returns the path of the first object or list that has too many entries; null when there is none. */
function crowdedIn(value: unknown, path = ''): string | null {
  if (typeof value !== 'object' || value === null) return null
  if (Array.isArray(value) && value.length > mostEntries) return path || 'body'
  let count = 0
  for (const key in value) {
    count += 1
    if (count > mostEntries) return path || 'body'
    const inner = (value as Readonly<Record<string, unknown>>)[key]
    const found = crowdedIn(inner, path === '' ? key : `${path}.${key}`)
    if (found !== null) return found
  }
  return null
}

/** Returns the path of the first text that cannot be stored as UTF-8; null when there is none. */
function pathOfBadText(value: unknown, path = ''): string | null {
  if (typeof value === 'string') return isBadText(value) ? path || 'body' : null
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    const name = path === '' ? key : `${path}.${key}`
    if (isBadText(key)) return path || 'body'
    const found = pathOfBadText(inner, name)
    if (found !== null) return found
  }
  return null
}

/** With the `u` flag a surrogate pair is one character, so only unpaired halves match. */
const isBadText = (text: string): boolean => text.includes('\u0000') || /[\uD800-\uDFFF]/u.test(text)
