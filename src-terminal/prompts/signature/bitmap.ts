import type { Ink } from './ink.ts'

/** Windows bitmaps, the format of most terminals: rows from the bottom, each padded to four bytes. */

const fileHeader = 14
const infoHeader = 40
/** 72 dots per inch, in dots per metre. */
const resolution = 2835

/** Minimum ink of a black pixel in a one-bit picture. */
export const inkThreshold = 128

/** One bit per pixel: 0 is white, 1 is black (set by the palette). */
export function bitmap1(ink: Ink): Uint8Array {
  const palette = [0xff, 0xff, 0xff, 0, 0, 0, 0, 0]
  return bitmap(ink, 1, palette, (row, x, value) => {
    const at = x >> 3
    if (value >= inkThreshold) row[at] = (row[at] ?? 0) | (0x80 >> (x & 7))
  })
}

/** Blue, green, red for each pixel. */
export function bitmap24(ink: Ink): Uint8Array {
  return bitmap(ink, 24, [], (row, x, value) => row.fill(255 - value, x * 3, x * 3 + 3))
}

function bitmap(
  { width, height, pixels }: Ink,
  bits: 1 | 24,
  palette: readonly number[],
  put: (row: Uint8Array, x: number, value: number) => void,
): Uint8Array {
  const rowBytes = Math.ceil((width * bits) / 32) * 4
  const start = fileHeader + infoHeader + palette.length
  const file = new Uint8Array(start + rowBytes * height)
  const view = new DataView(file.buffer)
  file.set([0x42, 0x4d])
  view.setUint32(2, file.length, true)
  view.setUint32(10, start, true)
  view.setUint32(14, infoHeader, true)
  view.setInt32(18, width, true)
  view.setInt32(22, height, true)
  view.setUint16(26, 1, true)
  view.setUint16(28, bits, true)
  view.setUint32(34, rowBytes * height, true)
  view.setInt32(38, resolution, true)
  view.setInt32(42, resolution, true)
  view.setUint32(46, palette.length / 4, true)
  file.set(palette, fileHeader + infoHeader)
  for (let y = 0; y < height; y += 1) {
    const row = file.subarray(start + (height - 1 - y) * rowBytes)
    for (let x = 0; x < width; x += 1) put(row, x, pixels[y * width + x] ?? 0)
  }
  return file
}
