import { deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { decodeSignature } from '../../../../src-main/terminal/signature/decode-signature.ts'
import { signatureDataUrl } from '../../../../src-main/terminal/signature/signature.ts'
import type { Signature } from '../../../../src-shared/api/schemas/payment.ts'
import { encodeSignature } from '../../../../src-terminal/prompts/signature/encode.ts'
import { plausibleSignature } from '../../../../src-terminal/prompts/signature/plausible.ts'

const drawn = (format: Signature['format'], gzip = false, size = { width: 480, height: 160 }) =>
  encodeSignature(plausibleSignature(1), { ...size, format, image_type: 'binary', gzip })

describe('a signature in a thread of its own', () => {
  test.each([
    ['bmp', false],
    ['bmp', true],
    ['png', false],
    ['jpg', true],
  ] as const)('is the same picture as %s, gzipped %s', async (format, gzip) => {
    const signature = await drawn(format, gzip)
    const picture = await decodeSignature(signature)
    expect(picture).toMatchObject({ ok: true })
    expect(picture).toEqual(signatureDataUrl(signature))
  })

  test('that is none says why', async () => {
    expect(await decodeSignature({ data: 'AAAA', gzipped: false })).toEqual({
      ok: false,
      error: 'it is neither a bmp, a png nor a jpg',
    })
  })

  test('that unpacks to gigabytes is refused, and the next one is decoded', async () => {
    const data = gzipSync(deflateSync(Buffer.alloc(200_000_000))).toString('base64')
    expect(await decodeSignature({ data, gzipped: true })).toMatchObject({ ok: false })
    expect(await decodeSignature(await drawn('bmp'))).toMatchObject({ ok: true })
  })

  test('that takes longer than it may is given up', async () => {
    const limits = { timeMs: 0, memoryMb: 64 }
    expect(await decodeSignature(await drawn('jpg'), limits)).toEqual({
      ok: false,
      error: 'it took more than 0 ms to read',
    })
  })

  test('that takes more memory than it may is given up, and nothing else with it', async () => {
    // No less: newer versions of Node end the whole process where a thread has no room to start.
    const limits = { timeMs: 20_000, memoryMb: 8 }
    const large = await drawn('jpg', false, { width: 1200, height: 800 })
    expect(await decodeSignature(large, limits)).toMatchObject({
      ok: false,
      error: expect.stringMatching(/memory/),
    })
    expect(await decodeSignature(await drawn('jpg'), limits)).toMatchObject({ ok: true })
  })
})
