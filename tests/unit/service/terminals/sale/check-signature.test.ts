import { deflateSync, gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { signatureFault } from '../../../../../src-service/terminals/sale/check-signature.ts'
import type { Signature } from '../../../../../src-shared/api/schemas/payment.ts'
import {
  encodeSignature,
  type SignatureRequest,
} from '../../../../../src-terminal/prompts/signature/encode.ts'
import { plausibleSignature } from '../../../../../src-terminal/prompts/signature/plausible.ts'

const pan = '4111111111111111'
const request = (changes: Partial<SignatureRequest> = {}): SignatureRequest => ({
  width: 240,
  height: 80,
  format: 'bmp',
  image_type: 'binary',
  gzip: false,
  ...changes,
})
const drawn = (asked: SignatureRequest) => encodeSignature(plausibleSignature(3), asked)
/** Returns the signature with its bytes changed. */
const changed = (signature: Signature, change: (bytes: Buffer) => Buffer): Signature => ({
  ...signature,
  data: change(Buffer.from(signature.data, 'base64')).toString('base64'),
})
const chunk = (name: string, content: Buffer | string): Buffer => {
  const bytes = Buffer.from(content as string, 'latin1')
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, Buffer.from(name), bytes, Buffer.alloc(4)])
}
/** A png of the given rows, as a malicious terminal may write it. */
function pngOf(asked: SignatureRequest, depth: number, colour: number, rows: Buffer): Signature {
  const { width, height } = asked
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = depth
  header[9] = colour
  const bytes = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', ''),
  ])
  return {
    data: bytes.toString('base64'),
    gzipped: false,
    image_type: asked.image_type,
    format: 'png',
    dimensions: { width, height },
  }
}

describe("a terminal's signature", () => {
  const forms = (['bmp', 'png', 'jpg'] as const).flatMap((format) =>
    (['binary', 'rgb'] as const).flatMap((image_type) =>
      [false, true].map((gzip) => request({ format, image_type, gzip })),
    ),
  )
  test.each(forms)('is accepted as $format, $image_type, gzipped $gzip', async (asked) => {
    for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const signature = await encodeSignature(plausibleSignature(seed), asked)
      expect(signatureFault(signature, asked)).toBeNull()
    }
  })

  test('is refused in another form or size than requested', async () => {
    const asked = request()
    const signature = await drawn(asked)
    for (const other of [
      { ...signature, format: 'png' as const },
      { ...signature, gzipped: true },
      { ...signature, dimensions: { width: 241, height: 80 } },
      { ...(await drawn(request({ width: 241 }))), dimensions: signature.dimensions },
      { ...signature, data: `${signature.data.slice(0, -2)}*=` },
      { ...signature, data: pan },
    ]) {
      expect(signatureFault(other, asked)).not.toBeNull()
    }
  })

  const end = Buffer.from(`%B${pan}^TORRES/ANA^3012101?`)
  test.each(forms)(
    'is refused with trailing card data as $format, $image_type, gzipped $gzip',
    async (asked) => {
      const signature = await drawn(asked)
      expect(
        signatureFault(
          changed(signature, (bytes) => Buffer.concat([bytes, end])),
          asked,
        ),
      ).not.toBeNull()
      if (!asked.gzip) return
      const inside = changed(signature, (bytes) => gzipSync(Buffer.concat([gunzipSync(bytes), end])))
      expect(signatureFault(inside, asked)).not.toBeNull()
    },
  )

  test('is refused with a text chunk, a comment, or a name in its gzip', async () => {
    const png = request({ format: 'png' })
    const withText = changed(await drawn(png), (bytes) =>
      Buffer.concat([bytes.subarray(0, 33), chunk('tEXt', `Comment\0${pan}`), bytes.subarray(33)]),
    )
    expect(signatureFault(withText, png)).toContain('more than pixels')
    const jpg = request({ format: 'jpg' })
    const comment = Buffer.from([0xff, 0xfe, 0, pan.length + 2, ...Buffer.from(pan)])
    const withComment = changed(await drawn(jpg), (bytes) =>
      Buffer.concat([bytes.subarray(0, 2), comment, bytes.subarray(2)]),
    )
    expect(signatureFault(withComment, jpg)).toContain('more than pixels')
    const gzip = request({ gzip: true })
    const withName = changed(await drawn(gzip), (bytes) => {
      const named = Buffer.concat([bytes.subarray(0, 10), Buffer.from(`${pan}\0`), bytes.subarray(10)])
      named[3] = 8
      return named
    })
    expect(signatureFault(withName, gzip)).toContain('minimal header')
  })

  test.each(['latin1', 'utf16le'] as const)(
    'is refused with a card number as %s in the pixels of a bitmap',
    async (encoding) => {
      const asked = request({ image_type: 'rgb' })
      const drawnOver = changed(await drawn(asked), (bytes) => {
        bytes.write(pan, 1000, encoding)
        return bytes
      })
      expect(signatureFault(drawnOver, asked)).toBe('it holds card data')
    },
  )

  test.each(['latin1', 'utf16le'] as const)(
    'is refused with a card number as %s in the packed pixels of a png, and accepted without it',
    (encoding) => {
      const asked = request({ format: 'png', image_type: 'rgb' })
      const rows = Buffer.alloc((1 + 3 * asked.width) * asked.height)
      expect(signatureFault(pngOf(asked, 8, 2, rows), asked)).toBeNull()
      rows.write(pan, 1000, encoding)
      const drawnOver = pngOf(asked, 8, 2, rows)
      expect(Buffer.from(drawnOver.data, 'base64').includes(Buffer.from(pan, encoding))).toBe(false)
      expect(signatureFault(drawnOver, asked)).toBe('it holds card data')
    },
  )

  test.each([
    [255, 6],
    [3, 0],
    [16, 3],
    [4, 2],
    [8, 7],
    [0, 0],
  ])(
    'is refused as a png of %i bits and colour type %i, which the format does not allow',
    (depth, colour) => {
      const asked = request({ format: 'png', image_type: 'rgb' })
      const samples = { 2: 3, 6: 4, 7: 4 }[colour] ?? 1
      const rowBytes = 1 + Math.ceil((asked.width * samples * depth) / 8)
      const rows = Buffer.alloc(rowBytes * asked.height)
      expect(signatureFault(pngOf(asked, depth, colour, rows), asked)).toBe(
        'it is not the png that was asked for',
      )
    },
  )

  test.each(['bmp', 'png'] as const)(
    'is refused as %s when its pixels read as digits instead of a picture',
    async (format) => {
      const asked = request({ width: 250, height: 250, format, image_type: 'rgb' })
      const digits = Buffer.alloc(3 * 250 * 250, '1 0-')
      const hostile =
        format === 'bmp'
          ? changed(await drawn(asked), (bytes) => {
              digits.copy(bytes, 54)
              return bytes
            })
          : pngOf(asked, 8, 2, Buffer.concat([digits, Buffer.alloc(250, '1 0-')]))
      expect(signatureFault(hostile, asked)).toBe('it holds more digits than a picture')
    },
  )

  test('is accepted with a pen of a grey value that reads as one digit', async () => {
    const asked = request({ width: 250, height: 250, image_type: 'rgb' })
    const grey = changed(await drawn(asked), (bytes) => bytes.fill(0x33, 54, 150_000))
    expect(signatureFault(grey, asked)).toBeNull()
  })

  test('is refused with any bytes before or after the single member of its gzip', async () => {
    const asked = request({ gzip: true })
    const length = Buffer.alloc(4)
    length.writeUInt32LE(gunzipSync(Buffer.from((await drawn(asked)).data, 'base64')).length)
    const behindZero = changed(await drawn(asked), (packed) =>
      Buffer.concat([packed, Buffer.from(`\0${pan}`), length]),
    )
    expect(signatureFault(behindZero, asked)).toContain('gzip')
    const beforeNamed = changed(await drawn(asked), (packed) => {
      const named = Buffer.concat([packed.subarray(0, 10), Buffer.from(`${pan}\0`), packed.subarray(10)])
      named[3] = 8
      return Buffer.concat([gzipSync(Buffer.alloc(0)), named])
    })
    expect(signatureFault(beforeNamed, asked)).toContain('gzip')
  })

  test('that unpacks to more than its picture is refused without unpacking everything', () => {
    const asked = request({ gzip: true })
    const { width, height } = asked
    const data = gzipSync(Buffer.alloc(50_000_000)).toString('base64')
    const bomb: Signature = {
      data,
      gzipped: true,
      image_type: 'binary',
      format: 'bmp',
      dimensions: { width, height },
    }
    expect(signatureFault(bomb, asked)).not.toBeNull()
  })
})
