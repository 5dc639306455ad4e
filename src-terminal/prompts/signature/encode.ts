import { encode as encodePng } from 'fast-png'
import { gzipSync } from 'fflate'
import type { Signature } from '../../../src-shared/api/schemas/payment.ts'
import { assertNever } from '../../../src-shared/result.ts'
import { bitmap1, bitmap24, inkThreshold } from './bitmap.ts'
import { drawInk, type Ink } from './ink.ts'
import type { Stroke } from './stroke.ts'

/** The parameters of read_signature. Sizes are in pixels. */
export interface SignatureRequest {
  readonly width: number
  readonly height: number
  readonly format: Signature['format']
  readonly image_type: Signature['image_type']
  readonly gzip: boolean
}

/** Section 2.3, terminal_details.signature: `binary` has one bit per pixel, `rgb` 24. */
export async function encodeSignature(
  strokes: readonly Stroke[],
  request: SignatureRequest,
): Promise<Signature> {
  const ink = drawInk(strokes, request.width, request.height)
  const file = await encodeInk(ink, request)
  return {
    data: toBase64(request.gzip ? gzipSync(file, { mtime: 0 }) : file),
    gzipped: request.gzip,
    image_type: request.image_type,
    format: request.format,
    dimensions: { width: request.width, height: request.height },
  }
}

async function encodeInk(ink: Ink, { format, image_type }: SignatureRequest): Promise<Uint8Array> {
  const binary = image_type === 'binary'
  switch (format) {
    case 'bmp':
      return binary ? bitmap1(ink) : bitmap24(ink)
    case 'png':
      return binary ? png1(ink) : png24(ink)
    case 'jpg':
      return jpeg(ink, binary)
    default:
      return assertNever(format)
  }
}

function png1({ width, height, pixels }: Ink): Uint8Array {
  const rowBytes = Math.ceil(width / 8)
  // In a one-bit greyscale picture 1 is white.
  const data = new Uint8Array(rowBytes * height).fill(0xff)
  pixels.forEach((value, at) => {
    if (value < inkThreshold) return
    const x = at % width
    const byte = Math.floor(at / width) * rowBytes + (x >> 3)
    data[byte] = (data[byte] ?? 0) & ~(0x80 >> (x & 7))
  })
  return encodePng({ width, height, data, depth: 1, channels: 1 })
}

function png24({ width, height, pixels }: Ink): Uint8Array {
  const data = new Uint8Array(width * height * 3)
  pixels.forEach((value, at) => {
    data.fill(255 - value, at * 3, at * 3 + 3)
  })
  return encodePng({ width, height, data, depth: 8, channels: 3 })
}

/** JPEG has no one-bit form; a binary one has only black and white before compression. */
async function jpeg({ width, height, pixels }: Ink, binary: boolean): Promise<Uint8Array> {
  const data = new Uint8Array(width * height * 4).fill(255)
  pixels.forEach((value, at) => {
    const grey = binary ? (value < inkThreshold ? 255 : 0) : 255 - value
    data.fill(grey, at * 4, at * 4 + 3)
  })
  // Rarely needed, so loaded on demand.
  const { default: codec } = await import('jpeg-js')
  const encoded: { readonly data: Uint8Array } = codec.encode({ width, height, data }, 90)
  return encoded.data
}

function toBase64(bytes: Uint8Array): string {
  // In chunks, because a call accepts only a limited number of arguments.
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += 8192) {
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)))
  }
  return btoa(parts.join(''))
}
