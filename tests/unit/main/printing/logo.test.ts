import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encode } from 'fast-png'
import { describe, expect, test } from 'vitest'
import { encodeReceipt, type PaperStyle } from '../../../../src-main/printing/encode-receipt.ts'
import { openLogo, readLogo } from '../../../../src-main/printing/logo.ts'
import type { ReceiptLine } from '../../../../src-shared/receipt/lines.ts'
import { decodePrinted } from '../../../support/escpos-decoder.ts'
import { pastTheEdge } from '../../../support/printed-picture.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

type Color = readonly [red: number, green: number, blue: number, alpha: number]
const black: Color = [0, 0, 0, 255]
const white: Color = [255, 255, 255, 255]

function png(width: number, height: number, colorAt: (x: number, y: number) => Color): Uint8Array {
  const data = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) data.set(colorAt(x, y), (y * width + x) * 4)
  }
  return encode({ width, height, data, channels: 4, depth: 8 })
}
/** Black on the left, white on the right. */
const halves = png(64, 24, (x) => (x < 32 ? black : white))
const text: ReceiptLine = { kind: 'text', text: 'Thank you', align: 'left', weight: 'normal' }
const style: PaperStyle = { language: 'esc-pos', columns: 32, letters: 'epson', cuts: true }

function printedWith(bytes: Uint8Array, changes: Partial<PaperStyle> = {}) {
  const logo = readLogo(bytes)
  if (!logo.ok) throw new Error(logo.error)
  const language = changes.language === undefined ? 'esc-pos' : 'star'
  return decodePrinted(encodeReceipt([[text], [text]], { ...style, ...changes }, logo.value), language)
}

/** The share of black dots between two columns. */
function blackIn(one: ReturnType<typeof printedWith>[number] | undefined, from: number, to: number): number {
  if (one?.kind !== 'picture') throw new Error('no picture')
  let count = 0
  for (let y = 0; y < one.height; y++) {
    for (let x = from; x < to; x++) {
      count += ((one.bits[y * (one.width / 8) + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1
    }
  }
  return count / (one.height * (to - from))
}

describe.each([{}, { language: 'star-prnt' }, { language: 'star-line' }] as const)(
  'a logo, printed with %o',
  (changes) => {
    test('the logo is at the head of each copy, dot by dot, followed by the text', () => {
      const printed = printedWith(halves, changes)
      const kinds = printed
        .filter((one) => one.kind !== 'row' || one.text.trim() !== '')
        .map(({ kind }) => kind)
      expect(kinds).toEqual(['picture', 'row', 'cut', 'picture', 'row', 'cut'])
      const picture = printed.find(({ kind }) => kind === 'picture')
      expect(picture).toMatchObject({ width: 64, height: 24 })
      expect([blackIn(picture, 0, 32), blackIn(picture, 32, 64)]).toEqual([1, 0])
      expect(printed.find((one) => one.kind === 'row' && one.text !== '')).toMatchObject({
        text: 'Thank you',
        align: 'left',
      })
    })

    test('a logo of the largest size fits on the narrowest roll', () => {
      expect(
        pastTheEdge(
          printedWith(
            png(384, 240, () => black),
            changes,
          ),
          32,
        ),
      ).toEqual([])
    })
  },
)

test('grey is printed as a pattern of dots, and transparent areas stay white', () => {
  const grey = blackIn(
    printedWith(png(64, 64, () => [128, 128, 128, 255])).find(({ kind }) => kind === 'picture'),
    0,
    64,
  )
  expect(grey).toBeGreaterThan(0.3)
  expect(grey).toBeLessThan(0.7)
  const clear = printedWith(png(64, 64, () => [0, 0, 0, 0])).find(({ kind }) => kind === 'picture')
  expect(blackIn(clear, 0, 64)).toBe(0)
})

test('a picture that is too large, damaged or overpacked is refused with the reason', () => {
  expect(readLogo(png(385, 10, () => white))).toEqual({
    ok: false,
    error: '385 by 10 pixels are more than 384 by 240',
  })
  expect(readLogo(png(10, 241, () => white)).ok).toBe(false)
  const damaged = Uint8Array.from(halves)
  damaged[damaged.length - 20] = (damaged[damaged.length - 20] ?? 0) ^ 0xff
  for (const bytes of [
    damaged,
    halves.subarray(0, 40),
    new TextEncoder().encode('<svg/>'),
    new Uint8Array(0),
  ]) {
    expect(readLogo(bytes).ok).toBe(false)
  }
  const deep = encode({ width: 2, height: 1, data: new Uint16Array(6), channels: 3, depth: 16 })
  expect(readLogo(deep)).toEqual({
    ok: false,
    error: 'a png of another kind than 8 bits of red, green and blue',
  })
})

test('the logo survives a restart, a refused one changes nothing, and a damaged file counts as no logo', async () => {
  const path = join(await temporaryFolder('logo'), 'receipt-logo.png')
  const base64 = Buffer.from(halves).toString('base64')
  const logo = await openLogo(path)
  expect([logo.present(), logo.picture()]).toEqual([null, null])
  expect((await logo.set(base64)).ok).toBe(true)
  expect((await logo.set(Buffer.from('no picture').toString('base64'))).ok).toBe(false)
  const again = await openLogo(path)
  expect(again.picture()).toBe(base64)
  expect(again.present()).toMatchObject({ width: 64, height: 24 })
  await writeFile(path, 'x')
  expect((await openLogo(path)).present()).toBeNull()
  await again.set(null)
  expect((await openLogo(path)).picture()).toBeNull()
})
