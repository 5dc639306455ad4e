import { gunzipSync } from 'node:zlib'
import { decode as decodePng, encode as encodePng } from 'fast-png'
import { decode as decodeJpeg } from 'jpeg-js'
import type { Signature } from '../../../src-shared/api/schemas/payment.ts'
import { err, ok, type Result } from '../../../src-shared/result.ts'
import { decodeBmp, type Raster } from './bmp.ts'
import { boundedPng } from './bounded-png.ts'

/** Far more than a signature of 999 by 999 pixels in 24 bits needs. */
const maximumBytes = 4 * 1024 * 1024

/**
 * Converts a terminal's signature to a PNG data URL, which a page can show: base64, gzipped or not, of a bmp (1 or 24
 * bit), png or jpg. Terminals differ in what they really send, so the format is detected from the content. Never
 * throws.
 * @returns or the reason why it cannot be shown
 */
export function signatureDataUrl(signature: Pick<Signature, 'data' | 'gzipped'>): Result<string, string> {
  try {
    const bytes = unpacked(signature)
    if (!bytes.ok) return bytes
    const png = toPng(bytes.value)
    return png.ok ? ok(`data:image/png;base64,${Buffer.from(png.value).toString('base64')}`) : png
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error))
  }
}

function unpacked({ data, gzipped }: Pick<Signature, 'data' | 'gzipped'>): Result<Uint8Array, string> {
  const text = data.replace(/\s/g, '')
  if (text.length > maximumBytes * 2) return err('it is too large for a signature')
  if (text === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return err('it is not base64')
  const bytes = Buffer.from(text, 'base64')
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  if (gzipped && !isGzip) return err('it is marked as gzipped and is not')
  return ok(isGzip ? gunzipSync(bytes, { maxOutputLength: maximumBytes }) : bytes)
}

function toPng(bytes: Uint8Array): Result<Uint8Array, string> {
  if (startsWith(bytes, [0x42, 0x4d])) {
    const raster = decodeBmp(bytes)
    return raster.ok ? ok(pngOf(raster.value)) : raster
  }
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47])) return checkedPng(bytes)
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return ok(pngOf(fromJpeg(bytes)))
  return err('it is neither a bmp, a png nor a jpg')
}

const startsWith = (bytes: Uint8Array, magic: readonly number[]): boolean =>
  magic.every((byte, index) => bytes[index] === byte)

const pngOf = ({ width, height, rgb }: Raster): Uint8Array =>
  encodePng({ width, height, data: rgb, channels: 3, depth: 8 })

/** Shown as sent, without the chunks that are not drawn, once it has been decoded without an error. */
function checkedPng(bytes: Uint8Array): Result<Uint8Array, string> {
  const png = boundedPng(bytes)
  if (png.ok) decodePng(png.value, { checkCrc: true })
  return png
}

function fromJpeg(bytes: Uint8Array): Raster {
  const { width, height, data } = decodeJpeg(bytes, {
    useTArray: true,
    formatAsRGBA: false,
    maxResolutionInMP: 1,
    maxMemoryUsageInMB: 32,
  })
  return { width, height, rgb: data }
}
