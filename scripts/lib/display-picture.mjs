import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Indexes of the fields in the header of an X window dump (XWDFile.h), each a big-endian number of four bytes. */
const header = { size: 0, width: 4, height: 5, bitsPerPixel: 11, bytesPerLine: 12, colors: 19 }
const bytesPerColor = 12

/**
 * Writes a PNG of what a virtual display shows now.
 *
 * @param {string} pictureFolder the folder with which the display was started
 * @param {string} file replaced atomically, so that a viewer never reads an incomplete one
 */
export const pictureOfDisplay = async (pictureFolder, file) => {
  const dump = await readFile(join(pictureFolder, 'Xvfb_screen0'))
  const field = (/** @type {keyof typeof header} */ name) => dump.readUInt32BE(header[name] * 4)
  if (field('bitsPerPixel') !== 32)
    throw new Error('the picture of the virtual display has an unknown format')
  const [width, height, bytesPerLine] = [field('width'), field('height'), field('bytesPerLine')]
  const start = field('size') + field('colors') * bytesPerColor
  const data = new Uint8Array(width * height * 3)
  for (let y = 0, to = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, to += 3) {
      const from = start + y * bytesPerLine + x * 4
      // The order is blue, green, red; the fourth byte is not used.
      data[to] = dump[from + 2] ?? 0
      data[to + 1] = dump[from + 1] ?? 0
      data[to + 2] = dump[from] ?? 0
    }
  }
  const { encode } = await import('fast-png')
  await writeFile(`${file}.new`, encode({ width, height, data, channels: 3 }))
  await rename(`${file}.new`, file)
}
