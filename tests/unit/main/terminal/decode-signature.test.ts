import { deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { decodeSignature } from '../../../../src-main/terminal/signature/decode-signature.ts'
import { signatureDataUrl } from '../../../../src-main/terminal/signature/signature.ts'
import type { Signature } from '../../../../src-shared/api/schemas/payment.ts'
import { encodeSignature } from '../../../../src-terminal/prompts/signature/encode.ts'
import { plausibleSignature } from '../../../../src-terminal/prompts/signature/plausible.ts'

const drawn = (format: Signature['format'], gzip = false, size = { width: 480, height: 160 }) =>
  encodeSignature(plausibleSignature(1), { ...size, format, image_type: 'binary', gzip })

describe('decoding a signature in its own thread', () => {
  test.each([
    ['bmp', false],
    ['bmp', true],
    ['png', false],
    ['jpg', true],
  ] as const)('the decoded picture is the same for %s, gzipped %s', async (format, gzip) => {
    const signature = await drawn(format, gzip)
    const picture = await decodeSignature(signature)
    expect(picture).toMatchObject({ ok: true })
    expect(picture).toEqual(signatureDataUrl(signature))
  })

  test('data that is not a picture is refused with the reason', async () => {
    expect(await decodeSignature({ data: 'AAAA', gzipped: false })).toEqual({
      ok: false,
      error: 'it is neither a bmp, a png nor a jpg',
    })
  })

  test('a signature that unpacks to gigabytes is refused, and the next one is decoded', async () => {
    const data = gzipSync(deflateSync(Buffer.alloc(200_000_000))).toString('base64')
    expect(await decodeSignature({ data, gzipped: true })).toMatchObject({ ok: false })
    expect(await decodeSignature(await drawn('bmp'))).toMatchObject({ ok: true })
  })

  test('a signature that takes too long to decode is given up', async () => {
    const limits = { timeMs: 0, memoryMb: 64 }
    expect(await decodeSignature(await drawn('jpg'), limits)).toEqual({
      ok: false,
      error: 'it took more than 0 ms to read',
    })
  })

  test('a signature that needs too much memory is given up, without affecting anything else', async () => {
    // Not lower: newer versions of Node end the process when a thread cannot start.
    const limits = { timeMs: 20_000, memoryMb: 8 }
    const large = await drawn('jpg', false, { width: 1200, height: 800 })
    expect(await decodeSignature(large, limits)).toMatchObject({
      ok: false,
      error: expect.stringMatching(/memory/),
    })
    expect(await decodeSignature(await drawn('jpg'), limits)).toMatchObject({ ok: true })
  })
})
