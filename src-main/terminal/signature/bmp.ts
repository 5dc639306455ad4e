import { err, ok, type Result } from '../../../src-shared/result.ts'

/** A picture as rows of red, green, blue bytes, from the top left. */
export interface Raster {
  readonly width: number
  readonly height: number
  readonly rgb: Uint8Array
}

/** Signatures are at most 999 pixels each way (terminals' dimensions); a larger picture is not a signature. */
export const maximumSide = 999

const fileHeaderBytes = 14
const infoHeaderBytes = 40

/**
 * Decodes the terminals' `binary` (1 bit, palette of two colours) and `rgb` (24 bit) formats: Windows bitmaps without
 * compression. Rows go from the bottom up unless the height is negative, and are padded to four bytes. Never reads
 * outside of `bytes`.
 * @returns or the reason why it is not such a bitmap
 */
export function decodeBmp(bytes: Uint8Array): Result<Raster, string> {
  const header = readHeader(bytes)
  if (!header.ok) return header
  const { width, height, bits, topDown, pixels, palette } = header.value
  const stride = Math.ceil((bits * width) / 32) * 4
  if (pixels + stride * height > bytes.length) {
    return err(`the bitmap ends after ${bytes.length} bytes, ${pixels + stride * height} are needed`)
  }
  const rgb = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++) {
    const row = pixels + stride * (topDown ? y : height - 1 - y)
    for (let x = 0; x < width; x++) {
      // Colours are stored as blue, green, red; palette entries have a fourth byte.
      const source =
        bits === 24 ? row + x * 3 : palette + (((bytes[row + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) * 4
      const target = (y * width + x) * 3
      rgb[target] = bytes[source + 2] ?? 0
      rgb[target + 1] = bytes[source + 1] ?? 0
      rgb[target + 2] = bytes[source] ?? 0
    }
  }
  return ok({ width, height, rgb })
}

interface Header {
  readonly width: number
  readonly height: number
  readonly bits: 1 | 24
  readonly topDown: boolean
  /** Offsets into the file. */
  readonly pixels: number
  readonly palette: number
}

function readHeader(bytes: Uint8Array): Result<Header, string> {
  if (bytes.length < fileHeaderBytes + infoHeaderBytes) return err('it is too short for a bitmap')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getUint16(0, false) !== 0x424d) return err('it does not start like a bitmap')
  const headerBytes = view.getUint32(14, true)
  if (headerBytes < infoHeaderBytes) return err(`bitmap headers of ${headerBytes} bytes are not supported`)
  const width = view.getInt32(18, true)
  const signedHeight = view.getInt32(22, true)
  const height = Math.abs(signedHeight)
  if (width < 1 || height < 1 || width > maximumSide || height > maximumSide) {
    return err(`a bitmap of ${width} by ${height} pixels is no signature`)
  }
  const bits = view.getUint16(28, true)
  if (bits !== 1 && bits !== 24) return err(`bitmaps of ${bits} bits are not supported`)
  if (view.getUint32(30, true) !== 0) return err('compressed bitmaps are not supported')
  const pixels = view.getUint32(10, true)
  const palette = fileHeaderBytes + headerBytes
  const colours = bits === 1 ? 2 : 0
  if (pixels < palette + colours * 4 || palette + colours * 4 > bytes.length) {
    return err('the bitmap has no room for its palette')
  }
  return ok({ width, height, bits, topDown: signedHeight < 0, pixels, palette })
}
