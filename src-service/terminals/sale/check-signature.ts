import { gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import type { Signature } from '../../../src-shared/api/schemas/payment.ts'
import { holdsCardData } from '../../../src-shared/payments/card-data.ts'
import type { CommandNamed } from '../link/gateway.ts'

type AskedPicture = Pick<
  CommandNamed<'read_signature'>,
  'width' | 'height' | 'format' | 'image_type' | 'gzip'
>

/**
 * Checks a signature. Its bytes come from the terminal and are stored with the payment, so it must be exactly the
 * requested picture, with no extra bytes in which a faulty terminal could leave card data.
 * @returns why it is not that picture; null when it is
 */
export function signatureFault(signature: Signature, asked: AskedPicture): string | null {
  const { dimensions, format, image_type, gzipped, data } = signature
  if (format !== asked.format || image_type !== asked.image_type || gzipped !== asked.gzip) {
    return 'it is not in the form that was asked for'
  }
  if (dimensions.width !== asked.width || dimensions.height !== asked.height) {
    return 'it is not as large as was asked for'
  }
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(data))
    return 'it is not base64'
  const most = 4 * asked.width * asked.height + mostHeaderBytes
  if (data.length > 2 * most) return 'it is too long'
  try {
    const packed = Buffer.from(data, 'base64')
    const bytes = gzipped ? gunzipped(packed, most) : packed
    const searched = [...(gzipped ? [packed] : []), ...picturePartsOf(bytes, asked)].map(digitRuns)
    if (searched.some((runs) => runs.join('').length > mostDigits))
      return 'it holds more digits than a picture'
    return searched.flat().some(holdsCardData) ? 'it holds card data' : null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const mostHeaderBytes = 4096
/**
 * Limit of the search, because a card number may start at each digit; bytes that read as digits are rare in a picture.
 */
const mostDigits = 8192

/** Unpacks a gzip of one member with a minimal header: a name or comment could contain arbitrary data. */
function gunzipped(packed: Buffer, most: number): Buffer {
  if (packed[0] !== 0x1f || packed[1] !== 0x8b || packed[3] !== 0)
    throw new Error('it is not a gzip with a minimal header')
  const bytes = gunzipSync(packed, { maxOutputLength: most })
  // gunzipSync accepts several members, and silently stops at a zero after one: the compressed data must reach the end.
  if (gzipHeader + packedLength(packed.subarray(gzipHeader), most) + gzipTrailer !== packed.length) {
    throw new Error('something follows its gzip')
  }
  return bytes
}

/** RFC 1952, in bytes: the header without a name; checksum and length after the compressed data. */
const gzipHeader = 10
const gzipTrailer = 8

/** Returns the length of the compressed stream at the start of `bytes`. */
function packedLength(bytes: Buffer, most: number): number {
  const options = { maxOutputLength: most, info: true }
  // With `info` Node also returns the engine, which its types leave out.
  const { engine } = inflateRawSync(bytes, options) as unknown as { engine: { bytesWritten: number } }
  return engine.bytesWritten
}

/** Returns the whole picture and its decompressed content. @throws when it is not the requested one. */
function picturePartsOf(bytes: Buffer, asked: AskedPicture): readonly Buffer[] {
  switch (asked.format) {
    case 'bmp':
      return [wholeBmp(bytes, asked)]
    case 'png':
      return [bytes, pngPixels(bytes, asked)]
    case 'jpg':
      return [wholeJpeg(bytes, asked)]
  }
}

function wholeBmp(bytes: Buffer, { width, height, image_type }: AskedPicture): Buffer {
  const bits = image_type === 'binary' ? 1 : 24
  const start = 54 + (bits === 1 ? 8 : 0)
  const size = start + Math.ceil((width * bits) / 32) * 4 * height
  const right =
    bytes.length === size &&
    bytes.toString('latin1', 0, 2) === 'BM' &&
    bytes.readUInt32LE(10) === start &&
    bytes.readUInt32LE(14) === 40 &&
    bytes.readInt32LE(18) === width &&
    Math.abs(bytes.readInt32LE(22)) === height &&
    bytes.readUInt16LE(28) === bits &&
    bytes.readUInt32LE(30) === 0
  if (!right) throw new Error('it is not the bitmap that was asked for')
  return bytes
}

/** Only header, pixels and end; no text, profile or date. */
const pngChunks: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'pHYs', 'IDAT', 'IEND'])
/** By colour type: samples per pixel and permitted bits per sample (the PNG specification, 11.2.1). */
const pngColours: Readonly<
  Record<number, { readonly samples: number; readonly depths: readonly number[] } | undefined>
> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
}

function pngPixels(bytes: Buffer, { width, height }: AskedPicture): Buffer {
  const packed: Buffer[] = []
  if (bytes.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') throw new Error('it is not a png')
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (!pngChunks.has(name)) throw new Error('the png holds more than pixels')
    if (name === 'IDAT') packed.push(bytes.subarray(at + 8, at + 8 + length))
    at += 12 + length
    if (name === 'IEND' && at !== bytes.length) throw new Error('something follows the png')
  }
  const depth = bytes.readUInt8(24)
  const colour = pngColours[bytes.readUInt8(25)]
  const sized = bytes.readUInt32BE(16) === width && bytes.readUInt32BE(20) === height
  if (!sized || colour?.depths.includes(depth) !== true || bytes[28] !== 0) {
    throw new Error('it is not the png that was asked for')
  }
  const rowBytes = 1 + Math.ceil((width * colour.samples * depth) / 8)
  const pixels = inflateSync(Buffer.concat(packed), { maxOutputLength: rowBytes * height })
  if (pixels.length !== rowBytes * height) throw new Error('the png has more or fewer pixels than it says')
  return pixels
}

/**
 * Frames, quantization and Huffman tables, restart interval, scan, JFIF header; no comments or other application data.
 */
const jpegSegments: ReadonlySet<number> = new Set([0xc0, 0xc2, 0xc4, 0xda, 0xdb, 0xdd, 0xe0])

function wholeJpeg(bytes: Buffer, { width, height }: AskedPicture): Buffer {
  if (bytes.readUInt16BE(0) !== 0xffd8) throw new Error('it is not a jpg')
  for (let at = 2; ; ) {
    const marker = bytes[at + 1] ?? 0
    const length = bytes.readUInt16BE(at + 2)
    if (bytes[at] !== 0xff || !jpegSegments.has(marker)) throw new Error('the jpg holds more than pixels')
    if (marker === 0xe0 && length !== 16) throw new Error('the jpg holds a picture of its own')
    const sized = bytes.readUInt16BE(at + 5) === height && bytes.readUInt16BE(at + 7) === width
    if ((marker === 0xc0 || marker === 0xc2) && !sized)
      throw new Error('it is not the jpg that was asked for')
    at += 2 + length
    if (marker !== 0xda) continue
    // Within a scan, FF is followed by 00 or a restart marker until the end of the picture, which must be the last
    // bytes.
    const end = bytes.indexOf(Buffer.from([0xff, 0xd9]), at)
    if (end !== bytes.length - 2) throw new Error('something follows the jpg')
    return bytes
  }
}

/**
 * Returns runs of digits in the bytes as text, of one or two bytes per character. A run of a single repeated digit is
 * no card number, but may be a grey pen.
 */
const digitRuns = (bytes: Buffer): readonly string[] =>
  (bytes.toString('latin1').match(/(?:\d[\0 -]?){13,}\d/g) ?? [])
    .filter((run) => run !== run.charAt(0).repeat(run.length))
    .map((run) => run.replaceAll('\0', ''))
