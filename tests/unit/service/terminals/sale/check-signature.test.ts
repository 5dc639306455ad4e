import { gunzipSync, gzipSync } from 'node:zlib'
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
/** The same with its bytes changed. */
const changed = (signature: Signature, change: (bytes: Buffer) => Buffer): Signature => ({
  ...signature,
  data: change(Buffer.from(signature.data, 'base64')).toString('base64'),
})
const chunk = (name: string, text: string): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length)
  return Buffer.concat([length, Buffer.from(name + text, 'latin1'), Buffer.alloc(4)])
}

describe("a terminal's signature", () => {
  const forms = (['bmp', 'png', 'jpg'] as const).flatMap((format) =>
    (['binary', 'rgb'] as const).flatMap((image_type) =>
      [false, true].map((gzip) => request({ format, image_type, gzip })),
    ),
  )
  test.each(forms)('is taken as $format, $image_type, gzipped $gzip', async (asked) => {
    for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const signature = await encodeSignature(plausibleSignature(seed), asked)
      expect(signatureFault(signature, asked)).toBeNull()
    }
  })

  test('is refused in another form or size than was asked for', async () => {
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
    'is refused with a track behind it as $format, $image_type, gzipped $gzip',
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
    expect(signatureFault(withName, gzip)).toContain('plain')
  })

  test.each(['latin1', 'utf16le'] as const)(
    'is refused with a card number as %s in its pixels',
    async (encoding) => {
      for (const format of ['bmp', 'png'] as const) {
        const asked = request({ format, image_type: 'rgb' })
        const bmp = await drawn(request({ image_type: 'rgb' }))
        if (format === 'bmp') {
          const drawnOver = changed(bmp, (bytes) => {
            bytes.write(pan, 1000, encoding)
            return bytes
          })
          expect(signatureFault(drawnOver, asked)).toBe('it holds card data')
        }
      }
    },
  )

  test('that unpacks to more than its picture is refused without unpacking it all', () => {
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
