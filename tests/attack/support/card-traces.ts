import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/**
 * A secret that is searched for. A number of four digits is matched only as a whole word, because it may be part of any
 * other number.
 */
export interface Secret {
  readonly name: string
  readonly text: string
}

/** Shorter secrets may occur in an id by chance. */
const longEnough = 10

type Find = (content: Buffer) => boolean

/** The forms in which programs write a secret. */
function formsOf(text: string): ReadonlyMap<string, Find> {
  const latin = Buffer.from(text, 'latin1')
  const forms = new Map<string, Find>()
  const add = (name: string, ...all: readonly Buffer[]) =>
    forms.set(name, (content) => all.some((bytes) => content.includes(bytes)))
  if (text.length < longEnough) {
    const word = new RegExp(`(?<![0-9A-Za-z_+/=-])${text}(?![0-9A-Za-z_+/=-])`)
    forms.set('ASCII', (content) => word.test(content.toString('latin1')))
    const wide = Buffer.from(`"${text}"`, 'utf16le')
    add('UTF-16', wide, Buffer.from(wide).swap16())
    return forms
  }
  const wide = Buffer.from(text, 'utf16le')
  add('ASCII', latin)
  add('UTF-16', wide, Buffer.from(wide).swap16())
  const hex = latin.toString('hex')
  add('hex', Buffer.from(hex, 'latin1'), Buffer.from(hex.toUpperCase(), 'latin1'))
  add('base64', ...base64Of(latin), ...base64Of(wide))
  if (!/^\d+$/.test(text)) return forms
  for (const gap of [' ', '-', '.']) {
    add(`in groups by "${gap}"`, Buffer.from(text.replace(/(\d{4})(?=\d)/g, `$1${gap}`), 'latin1'))
  }
  // In packed form, a number that is nearly all zeros would match any run of zeros.
  if (!/^.0+.$/.test(text)) add('BCD', ...packedOf(text))
  return forms
}

/** The base64 bytes that stay the same for each of the three offsets at which the secret may begin. */
function base64Of(bytes: Buffer): readonly Buffer[] {
  return [0, 1, 2].flatMap((offset) => {
    const whole = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
    const from = Math.ceil((offset * 8) / 6)
    const own = whole.slice(from, Math.floor(((offset + bytes.length) * 8) / 6))
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')].map((each) => Buffer.from(each, 'latin1'))
  })
}

/**
 * Packed with two digits per byte, beginning at a byte or in the middle of one. The half bytes at the ends may have any
 * value.
 */
function packedOf(digits: string): readonly Buffer[] {
  const even = digits.slice(0, digits.length - (digits.length % 2))
  const shifted = digits.slice(1)
  return [even, shifted.slice(0, shifted.length - (shifted.length % 2))].map((each) =>
    Buffer.from(each, 'hex'),
  )
}

/** The bytes as they are, and unpacked if they are gzipped as a whole. */
function contentsOf(bytes: Buffer): readonly Buffer[] {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return [bytes]
  return [bytes, gunzipSync(bytes)]
}

/** Gzipped content inside a text, as base64, such as a signature. */
function packedIn(content: Buffer): readonly Buffer[] {
  const packed = content.toString('latin1').match(/H4sI[A-Za-z0-9+/]{20,}={0,2}/g) ?? []
  return packed.flatMap((text) => {
    try {
      return [gunzipSync(Buffer.from(text, 'base64'), { maxOutputLength: 8_000_000 })]
    } catch {
      // Truncated, at the edge of a database page.
      return []
    }
  })
}

/** Where a secret occurs in these bytes, and in which form. */
export function tracesIn(bytes: Buffer, secrets: readonly Secret[]): readonly string[] {
  const contents = contentsOf(bytes).flatMap((content) => [content, ...packedIn(content)])
  return secrets.flatMap(({ name, text }) =>
    [...formsOf(text)].flatMap(([form, find]) => (contents.some(find) ? [`${name} as ${form}`] : [])),
  )
}

/** Where a secret occurs in the files below a folder, and in which form. */
export function tracesOf(folder: string, secrets: string | readonly Secret[]): readonly string[] {
  const wanted = typeof secrets === 'string' ? [{ name: 'the card', text: secrets }] : secrets
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return tracesOf(path, wanted)
    return tracesIn(readFileSync(path), wanted).map((trace) => `${path}: ${trace}`)
  })
}
