import { crc32, deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { decode as decodePng, encode as encodePng } from 'fast-png'
import jpeg from 'jpeg-js'
import { describe, expect, test } from 'vitest'
import { signatureDataUrl } from '../../../../src-main/terminal/signature/signature.ts'

type Pixel = readonly [red: number, green: number, blue: number]
const black: Pixel = [0, 0, 0]
const white: Pixel = [255, 255, 255]
const red: Pixel = [200, 10, 20]

/** A Windows bitmap made from the description of the format, not by the code under test. */
function bitmap(
  rows: readonly (readonly Pixel[])[],
  bits: 1 | 24,
  options: { topDown?: boolean; palette?: readonly [Pixel, Pixel] } = {},
) {
  const [first, second] = options.palette ?? [black, white]
  const height = rows.length
  const width = rows[0]?.length ?? 0
  const stride = Math.ceil((width * bits) / 32) * 4
  const paletteBytes = bits === 1 ? 8 : 0
  const bytes = Buffer.alloc(54 + paletteBytes + stride * height)
  bytes.write('BM', 0)
  bytes.writeUInt32LE(bytes.length, 2)
  bytes.writeUInt32LE(54 + paletteBytes, 10)
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(width, 18)
  bytes.writeInt32LE(options.topDown ? -height : height, 22)
  bytes.writeUInt16LE(1, 26)
  bytes.writeUInt16LE(bits, 28)
  if (bits === 1) {
    bytes.set([first[2], first[1], first[0], 0, second[2], second[1], second[0], 0], 54)
  }
  const stored = options.topDown ? rows : [...rows].reverse()
  for (const [y, row] of stored.entries()) {
    for (const [x, pixel] of row.entries()) {
      const at = 54 + paletteBytes + y * stride
      if (bits === 24) bytes.set([pixel[2], pixel[1], pixel[0]], at + x * 3)
      else if (pixel === second) bytes[at + (x >> 3)] = (bytes[at + (x >> 3)] ?? 0) | (0x80 >> (x & 7))
    }
  }
  return bytes
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

function pixelsOf(data: string, gzipped = false) {
  const result = signatureDataUrl({ data, gzipped })
  if (!result.ok) throw new Error(result.error)
  expect(result.value).toMatch(/^data:image\/png;base64,/)
  const png = decodePng(Buffer.from(result.value.split(',')[1] ?? '', 'base64'))
  return { width: png.width, height: png.height, data: [...png.data] }
}

/** Wider than a byte and than a padded row, and asymmetric. */
const strokes: readonly (readonly Pixel[])[] = [
  [black, white, white, white, white, white, white, white, white, black, white],
  [white, black, white, white, white, white, white, white, black, black, black],
  [white, white, black, white, white, white, white, black, white, white, white],
]

describe('a signature from the terminal becomes a picture, pixel by pixel', () => {
  for (const bits of [1, 24] as const) {
    for (const topDown of [false, true]) {
      test(`a bmp of ${bits} bit with rows from the ${topDown ? 'top' : 'bottom'} is decoded`, () => {
        const picture = pixelsOf(base64(bitmap(strokes, bits, { topDown })))
        expect(picture).toEqual({ width: 11, height: 3, data: strokes.flat(2) })
      })
    }
  }

  test('a 1-bit bmp uses the two colours of its palette', () => {
    const palette = [white, red] as const
    const rows = [[red, white, red]]
    expect(pixelsOf(base64(bitmap(rows, 1, { palette }))).data).toEqual(rows.flat(2))
  })

  test('a gzipped bitmap, the default of terminals, is decoded', () => {
    const picture = pixelsOf(base64(gzipSync(bitmap(strokes, 1))), true)
    expect(picture.data).toEqual(strokes.flat(2))
  })

  test('a png is passed on unchanged', () => {
    const png = encodePng({
      width: 11,
      height: 3,
      data: Uint8Array.from(strokes.flat(2)),
      channels: 3,
      depth: 8,
    })
    expect(signatureDataUrl({ data: base64(png), gzipped: false })).toEqual({
      ok: true,
      value: `data:image/png;base64,${base64(png)}`,
    })
  })

  test('a jpg is decoded within its compression loss', () => {
    const size = 16
    const grey = Buffer.alloc(size * size * 4, 128)
    const picture = pixelsOf(base64(jpeg.encode({ width: size, height: size, data: grey }, 95).data))
    expect(picture).toMatchObject({ width: size, height: size })
    expect(picture.data.every((value) => Math.abs(value - 128) <= 3)).toBe(true)
  })
})

describe('invalid signatures', () => {
  const refusal = (data: string, gzipped = false) => {
    const result = signatureDataUrl({ data, gzipped })
    return result.ok ? 'accepted' : result.error
  }
  const changed = (change: (bytes: Buffer) => void) => {
    const bytes = bitmap(strokes, 24)
    change(bytes)
    return refusal(base64(bytes))
  }

  test('text, empty data, unknown formats and invalid gzip are refused', () => {
    expect(refusal('')).toContain('base64')
    expect(refusal('<svg/>')).toContain('base64')
    expect(refusal(base64(Buffer.from('GIF89a')))).toContain('neither')
    expect(refusal(base64(bitmap(strokes, 1)), true)).toContain('gzipped')
  })

  test('a truncated bitmap, or one with an invalid header, is refused', () => {
    expect(refusal(base64(bitmap(strokes, 24).subarray(0, -1)))).toContain('needed')
    expect(refusal(base64(bitmap(strokes, 24).subarray(0, 30)))).toContain('too short')
    expect(changed((bytes) => bytes.writeInt32LE(100_000, 18))).toContain('no signature')
    expect(changed((bytes) => bytes.writeInt32LE(-2_147_483_648, 22))).toContain('no signature')
    expect(changed((bytes) => bytes.writeUInt16LE(8, 28))).toContain('8 bits')
    expect(changed((bytes) => bytes.writeUInt32LE(1, 30))).toContain('compressed')
    expect(changed((bytes) => bytes.writeUInt32LE(0, 10))).toContain('palette')
    expect(changed((bytes) => bytes.writeUInt32LE(0xffff_fff0, 14))).toContain('palette')
    expect(changed((bytes) => bytes.writeUInt32LE(0xffff_ff00, 10))).toContain('needed')
  })

  test('a picture that unpacks to far more than a signature needs is refused', () => {
    expect(refusal(base64(gzipSync(Buffer.alloc(64 * 1024 * 1024))), true)).not.toBe('accepted')
    const huge = Buffer.from(encodePng({ width: 1, height: 1, data: new Uint8Array(3), channels: 3 }))
    huge.writeUInt32BE(60_000, 16)
    expect(refusal(base64(huge))).toContain('no signature')
  })

  /** A png of these chunks, made from the description of the format. */
  const pngOf = (width: number, height: number, chunks: readonly (readonly [string, Uint8Array])[]) => {
    const header = Buffer.alloc(13)
    header.writeUInt32BE(width, 0)
    header.writeUInt32BE(height, 4)
    header.set([8, 2], 8)
    const parts = [['IHDR', header] as const, ...chunks, ['IEND', Buffer.alloc(0)] as const].map(
      ([name, data]) => {
        const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
        const length = Buffer.alloc(4)
        length.writeUInt32BE(data.length)
        const crc = Buffer.alloc(4)
        crc.writeUInt32BE(crc32(body))
        return Buffer.concat([length, body, crc])
      },
    )
    return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), ...parts])
  }

  test('a small png that unpacks to a hundred times its size is refused before it is unpacked', () => {
    const bomb = pngOf(40, 20, [['IDAT', deflateSync(Buffer.alloc(300_000_000))]])
    const sent = base64(gzipSync(bomb))
    expect(sent.length).toBeLessThan(10_000)
    const before = process.memoryUsage().arrayBuffers
    expect(refusal(sent, true)).toContain('unpacks to more')
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000)
  })

  test('extra chunks of a png are left out, compressed or not', () => {
    const rows = Buffer.concat(strokes.map((row) => Buffer.from([0, ...row.flat()])))
    const picture = ['IDAT', deflateSync(rows)] as const
    const profile = Buffer.concat([Buffer.from('ICC\0\0'), deflateSync(Buffer.alloc(100_000_000))])
    const sent = pngOf(11, 3, [['iCCP', profile], picture, ['tEXt', Buffer.from('Comment\0four digits')]])
    expect(signatureDataUrl({ data: base64(sent), gzipped: false })).toEqual({
      ok: true,
      value: `data:image/png;base64,${base64(pngOf(11, 3, [picture]))}`,
    })
  })

  test('random data never makes it throw', () => {
    const garbage = fc.uint8Array({ maxLength: 400 })
    const start = fc.constantFrom([], [0x42, 0x4d], [0x89, 0x50, 0x4e, 0x47], [0xff, 0xd8, 0xff])
    fc.assert(
      fc.property(start, garbage, fc.boolean(), (magic, bytes, gzipped) => {
        const data = base64(Buffer.concat([Buffer.from(magic), bytes]))
        expect(typeof signatureDataUrl({ data, gzipped }).ok).toBe('boolean')
      }),
    )
  })
})
