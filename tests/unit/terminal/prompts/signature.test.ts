import { decode as decodePng } from 'fast-png'
import { gunzipSync } from 'fflate'
import jpeg from 'jpeg-js'
import { describe, expect, test } from 'vitest'
import { inkThreshold } from '../../../../src-terminal/prompts/signature/bitmap.ts'
import { encodeSignature, type SignatureRequest } from '../../../../src-terminal/prompts/signature/encode.ts'
import { drawInk } from '../../../../src-terminal/prompts/signature/ink.ts'
import { plausibleSignature } from '../../../../src-terminal/prompts/signature/plausible.ts'

/** An odd width, so that rows must be padded. */
const width = 131
const height = 47
const strokes = plausibleSignature(1111)
const ink = drawInk(strokes, width, height)
const greys = Array.from(ink.pixels, (value) => 255 - value)
const blackAndWhite = Array.from(ink.pixels, (value) => (value < inkThreshold ? 255 : 0))

async function fileOf(request: Partial<SignatureRequest>): Promise<Uint8Array> {
  const full = { width, height, format: 'bmp', image_type: 'binary', gzip: false, ...request } as const
  const signature = await encodeSignature(strokes, full)
  expect(signature).toMatchObject({ dimensions: { width, height }, gzipped: full.gzip, format: full.format })
  return Uint8Array.from(Buffer.from(signature.data, 'base64'))
}

/** Reads a bitmap by its headers into one grey value for each pixel, rows from the top. */
function readBitmap(file: Uint8Array): { readonly bits: number; readonly greys: number[] } {
  const view = new DataView(file.buffer)
  expect(String.fromCharCode(...file.slice(0, 2))).toBe('BM')
  expect(view.getUint32(2, true)).toBe(file.length)
  expect([view.getInt32(18, true), view.getInt32(22, true)]).toEqual([width, height])
  const start = view.getUint32(10, true)
  const bits = view.getUint16(28, true)
  const rowBytes = Math.ceil((width * bits) / 32) * 4
  const pixel = (x: number, y: number): number => {
    const row = start + (height - 1 - y) * rowBytes
    if (bits === 24) {
      const channels = Array.from(file.slice(row + x * 3, row + x * 3 + 3))
      expect(new Set(channels).size).toBe(1)
      return channels[0] ?? -1
    }
    const index = ((file[row + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1
    return file[54 + index * 4] ?? -1
  }
  const positions = Array.from({ length: width * height }, (_, at) => at)
  return { bits, greys: positions.map((at) => pixel(at % width, Math.floor(at / width))) }
}

describe('signatures (section 2.3: data, gzipped, image_type, format, dimensions)', () => {
  test('a signature has ink, but not much of it', () => {
    const inked = blackAndWhite.filter((value) => value === 0).length / blackAndWhite.length
    expect(inked).toBeGreaterThan(0.02)
    expect(inked).toBeLessThan(0.4)
  })

  test('the same customer always signs the same way, and another one differently', () => {
    expect(plausibleSignature(1111)).toEqual(strokes)
    expect(plausibleSignature(4242)).not.toEqual(strokes)
  })

  test('a binary bmp has one bit for each pixel, all correct', async () => {
    expect(readBitmap(await fileOf({}))).toEqual({ bits: 1, greys: blackAndWhite })
  })

  test('an rgb bmp has 24 bits for each pixel, all correct', async () => {
    expect(readBitmap(await fileOf({ image_type: 'rgb' }))).toEqual({ bits: 24, greys })
  })

  test('a binary png has one bit for each pixel, all correct', async () => {
    const picture = decodePng(await fileOf({ format: 'png' }))
    expect(picture).toMatchObject({ width, height, depth: 1, channels: 1 })
    const rowBytes = Math.ceil(width / 8)
    const read = blackAndWhite.map((_, at) => {
      const byte = picture.data[Math.floor(at / width) * rowBytes + ((at % width) >> 3)] ?? 0
      return ((byte >> (7 - ((at % width) & 7))) & 1) * 255
    })
    expect(read).toEqual(blackAndWhite)
  })

  test('an rgb png has three channels, all pixels correct', async () => {
    const picture = decodePng(await fileOf({ format: 'png', image_type: 'rgb' }))
    expect(picture).toMatchObject({ width, height, depth: 8, channels: 3 })
    expect(Array.from(picture.data)).toEqual(greys.flatMap((grey) => [grey, grey, grey]))
  })

  test.each(['binary', 'rgb'] as const)('a %s jpg shows the same picture', async (image_type) => {
    const picture = jpeg.decode(await fileOf({ format: 'jpg', image_type }), { useTArray: true })
    expect([picture.width, picture.height]).toEqual([width, height])
    const wanted = image_type === 'binary' ? blackAndWhite : greys
    const off = wanted.map((grey, at) => Math.abs(grey - (picture.data[at * 4] ?? 0)))
    expect(off.reduce((sum, each) => sum + each, 0) / off.length).toBeLessThan(8)
  })

  test('gzip_signature compresses the same file', async () => {
    const packed = await fileOf({ gzip: true })
    const plain = await fileOf({})
    expect(packed.length).toBeLessThan(plain.length)
    expect(Array.from(gunzipSync(packed))).toEqual(Array.from(plain))
  })

  test('the smallest and the largest dimensions of the specification are possible', async () => {
    for (const side of [1, 999]) {
      const signature = await encodeSignature(strokes, {
        width: side,
        height: side,
        format: 'bmp',
        image_type: 'rgb',
        gzip: false,
      })
      expect(Buffer.from(signature.data, 'base64').length).toBe(54 + Math.ceil((side * 24) / 32) * 4 * side)
    }
  })
})
