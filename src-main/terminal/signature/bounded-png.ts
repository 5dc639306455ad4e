import { inflateSync } from 'node:zlib'
import { err, ok, type Result } from '../../../src-shared/result.ts'
import { maximumSide } from './bmp.ts'

const headerBytes = 33
/** The chunks that are drawn. Text, profiles and animations are dropped: unused, and possibly compressed as well. */
const drawn: readonly string[] = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']
/** Samples per pixel, by the header's colour type. */
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/**
 * Returns a png with only its drawn chunks, after making sure that it unpacks to no more than its own size requires:
 * two kilobytes of zeros can unpack to gigabytes. The size is read from the first chunk before anything is unpacked.
 * @returns or the reason why it is not such a png. @throws where the compressed data is damaged
 */
export function boundedPng(bytes: Uint8Array): Result<Uint8Array, string> {
  if (bytes.length < headerBytes) return err('the png is too short')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  if (width < 1 || height < 1 || width > maximumSide || height > maximumSide) {
    return err(`a png of ${width} by ${height} pixels is no signature`)
  }
  const chunks = chunksOf(bytes, view)
  const packed = Buffer.concat(chunks.filter(({ name }) => name === 'IDAT').map(({ data }) => data))
  const pixelBits = (channels[bytes[25] ?? 0] ?? 4) * (bytes[24] ?? 8)
  // Each row begins with a filter byte; an interlaced picture has at most twice as many rows.
  const mostBytes = 2 * height * (Math.ceil((width * pixelBits) / 8) + 1)
  try {
    inflateSync(packed, { maxOutputLength: mostBytes })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return err(`the png unpacks to more than its ${width} by ${height} pixels`)
  }
  return ok(Buffer.concat([bytes.subarray(0, 8), ...chunks.map(({ whole }) => whole)]))
}

function chunksOf(bytes: Uint8Array, view: DataView) {
  const chunks: { readonly name: string; readonly data: Uint8Array; readonly whole: Uint8Array }[] = []
  for (let start = 8; start + 12 <= bytes.length; ) {
    const end = start + 12 + view.getUint32(start)
    const name = Buffer.from(bytes.subarray(start + 4, start + 8)).toString('latin1')
    if (drawn.includes(name)) {
      chunks.push({ name, data: bytes.subarray(start + 8, end - 4), whole: bytes.subarray(start, end) })
    }
    start = end
  }
  return chunks
}
