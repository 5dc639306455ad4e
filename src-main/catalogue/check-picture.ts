export const largestPictureBytes = 96 * 1024
const largestSide = 1024

export type PictureType = 'png' | 'jpeg' | 'webp'

/**
 * Detects a picture's type from its content, whatever its name is.
 * @returns null where it is not a picture, has a damaged header, or has more pixels than a tile can use
 */
export function pictureType(bytes: Buffer): PictureType | null {
  if (bytes.length > largestPictureBytes) return null
  const found = sizeOfPng(bytes) ?? sizeOfJpeg(bytes) ?? sizeOfWebp(bytes)
  if (found === null) return null
  const { type, width, height } = found
  const fits = (side: number) => side >= 1 && side <= largestSide
  return fits(width) && fits(height) ? type : null
}

interface Found {
  readonly type: PictureType
  readonly width: number
  readonly height: number
}

const begins = (bytes: Buffer, hex: string): boolean =>
  bytes.subarray(0, hex.length / 2).toString('hex') === hex

function sizeOfPng(bytes: Buffer): Found | null {
  if (bytes.length < 33 || !begins(bytes, '89504e470d0a1a0a0000000d49484452')) return null
  return { type: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** The size is in the first start-of-frame segment; earlier segments are skipped. */
function sizeOfJpeg(bytes: Buffer): Found | null {
  if (!begins(bytes, 'ffd8ff')) return null
  let at = 2
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame)
      return { type: 'jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

function sizeOfWebp(bytes: Buffer): Found | null {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF') return null
  if (bytes.toString('latin1', 8, 12) !== 'WEBP') return null
  const size = (width: number, height: number): Found => ({ type: 'webp', width, height })
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return size(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff)
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return size((bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1)
    }
    case 'VP8X':
      return size(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1)
    default:
      return null
  }
}
