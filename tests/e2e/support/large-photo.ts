import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

/** Returns a PNG of noise, which cannot be compressed: about 8 MB, as from a camera. */
export function largePhoto(): Buffer {
  const [width, height] = [1_900, 1_400]
  const row = 1 + width * 3
  const pixels = randomBytes(row * height)
  // Each row begins with its filter type: none.
  for (let y = 0; y < height; y += 1) pixels[y * row] = 0
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length, 0)
    ends.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels, { level: 0 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
