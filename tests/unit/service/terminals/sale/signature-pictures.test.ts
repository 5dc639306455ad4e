import { gunzipSync } from 'node:zlib'
import { decode as decodePng } from 'fast-png'
import jpeg from 'jpeg-js'
import { describe, expect, test } from 'vitest'
import type { Payment, Signature } from '../../../../../src-shared/api/schemas/payment.ts'
import type { PaymentMethod } from '../../../../../src-shared/api/schemas/payment-method.ts'
import { hsn, openCounter } from '../terminals-harness.ts'

/** The properties of a picture, read from its bytes alone; `ink` is the share of dark pixels. */
interface Picture {
  readonly format: Signature['format']
  readonly width: number
  readonly height: number
  readonly bitsPerPixel: number
  readonly ink: number
}

const share = (dark: number, all: number): number => dark / all

function readBitmap(file: Buffer): Picture {
  const width = file.readInt32LE(18)
  const height = file.readInt32LE(22)
  const bitsPerPixel = file.readUInt16LE(28)
  const start = file.readUInt32LE(10)
  expect(file.length).toBe(file.readUInt32LE(2))
  const rowBytes = Math.ceil((width * bitsPerPixel) / 32) * 4
  let dark = 0
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = start + y * rowBytes
      const isDark =
        bitsPerPixel === 1
          ? ((file[at + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0
          : (file[at + x * 3] ?? 0) < 128
      if (isDark) dark += 1
    }
  }
  return { format: 'bmp', width, height, bitsPerPixel, ink: share(dark, width * height) }
}

function readPng(file: Buffer): Picture {
  const { width, height, depth, channels, data } = decodePng(file)
  const bitsPerPixel = depth * channels
  let dark = 0
  const rowBytes = Math.ceil((width * bitsPerPixel) / 8)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isDark =
        bitsPerPixel === 1
          ? ((data[y * rowBytes + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) === 0
          : (data[(y * width + x) * channels] ?? 0) < 128
      if (isDark) dark += 1
    }
  }
  return { format: 'png', width, height, bitsPerPixel, ink: share(dark, width * height) }
}

function readJpeg(file: Buffer): Picture {
  const { width, height, data } = jpeg.decode(file, { useTArray: true })
  let dark = 0
  for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 0) < 128) dark += 1
  return { format: 'jpg', width, height, bitsPerPixel: 24, ink: share(dark, width * height) }
}

function readPicture({ data, gzipped }: Signature): Picture {
  const sent = Buffer.from(data, 'base64')
  expect(sent.readUInt16BE(0) === 0x1f8b).toBe(gzipped)
  const file = gzipped ? gunzipSync(sent) : sent
  if (file.toString('latin1', 0, 2) === 'BM') return readBitmap(file)
  return file.readUInt32BE(0) === 0x89504e47 ? readPng(file) : readJpeg(file)
}

/** A counter with a customer who signs every request. */
async function pad() {
  const counter = await openCounter()
  await counter.plug()
  const sessionKey = await counter.open()
  return {
    async sign(options: object) {
      const body = { hsn, prompt: 'Please sign', ...options }
      const signed = await counter.must('terminals.read_signature', body, { sessionKey })
      return (signed as { signature: Signature }).signature
    },
    async sell(name: 'terminals.auth_card' | 'terminals.auth_manual', options: object) {
      const body = { hsn, payment_intent_id: await counter.intent(), ...options }
      return (await counter.must(name, body, { sessionKey })) as Payment
    },
    async read(name: 'terminals.read_card' | 'terminals.read_manual', options: object) {
      return (await counter.must(name, { hsn, amount: 1000, ...options }, { sessionKey })) as PaymentMethod
    },
  }
}

const combinations = (['bmp', 'png', 'jpg'] as const).flatMap((format) =>
  (['binary', 'rgb'] as const).flatMap((type) => [true, false].map((gzip) => [format, type, gzip] as const)),
)
const sizes = ['480,160', '200,80', '37,23']
const sizeOf = (dimensions: string) => {
  const [width = 0, height = 0] = dimensions.split(',').map(Number)
  return { width, height }
}

/** Section 4.4, and section 2.3 for the reply: every combination, decoded. */
describe('a signature', () => {
  test.each(combinations)(
    'a signature as %s, %s, gzip %s is that picture, in every size',
    async (format, type, gzip) => {
      const { sign } = await pad()
      for (const dimensions of sizes) {
        const size = sizeOf(dimensions)
        const signature = await sign({
          signature_format: format,
          signature_image_type: type,
          gzip_signature: gzip,
          signature_dimensions: dimensions,
        })
        expect(signature).toMatchObject({ format, image_type: type, gzipped: gzip, dimensions: size })
        const picture = readPicture(signature)
        // A JPEG has no one-bit form: a binary one is black and white, in 24 bits.
        const bitsPerPixel = type === 'binary' && format !== 'jpg' ? 1 : 24
        expect(picture).toMatchObject({ format, ...size, bitsPerPixel })
        expect(picture.ink).toBeGreaterThan(0.005)
        expect(picture.ink).toBeLessThan(0.5)
      }
    },
  )

  test('a signature is by default a gzipped 1-bit bitmap of 480 by 160', async () => {
    const { sign } = await pad()
    const signature = await sign({})
    expect(signature.gzipped).toBe(true)
    expect(readPicture(signature)).toMatchObject({ format: 'bmp', width: 480, height: 160, bitsPerPixel: 1 })
  })

  test('a signature may have the smallest and the largest dimensions', async () => {
    const { sign } = await pad()
    for (const dimensions of ['1,1', '999,999', '999,1']) {
      expect(readPicture(await sign({ signature_dimensions: dimensions }))).toMatchObject(sizeOf(dimensions))
    }
  })

  test.each(['terminals.auth_card', 'terminals.auth_manual'] as const)(
    'a signature of %s is the requested picture, in the payment and its terminal_details',
    async (name) => {
      const { sell } = await pad()
      const { signature, terminal_details: details } = await sell(name, {
        signature_format: 'png',
        signature_image_type: 'rgb',
        gzip_signature: false,
        signature_dimensions: '300,100',
      })
      if (signature === null) throw new Error('no signature')
      expect(readPicture(signature)).toMatchObject({
        format: 'png',
        width: 300,
        height: 100,
        bitsPerPixel: 24,
      })
      expect(details?.signature).toEqual(signature)
    },
  )

  test.each(['terminals.read_card', 'terminals.read_manual'] as const)(
    'a signature of %s is base64 of the picture',
    async (name) => {
      const { read } = await pad()
      const { signature } = await read(name, { signature_format: 'png', gzip_signature: false })
      expect(readPng(Buffer.from(signature ?? '', 'base64'))).toMatchObject({ width: 480, height: 160 })
    },
  )
})
