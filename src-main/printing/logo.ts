import { readFile, rm } from 'node:fs/promises'
import { decode } from 'fast-png'
import { logoSize } from '../../src-shared/pos/printing/printer-logo.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { replaceFile } from '../files/write-whole.ts'
import { boundedPng } from '../terminal/signature/bounded-png.ts'

/** The picture at the top of receipts: four bytes per pixel, on white. */
export interface Logo {
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray
}

/** Decodes a picture sent by the printers page: a PNG of 8 bits per colour that fits on the narrowest roll. */
export function readLogo(bytes: Uint8Array): Result<Logo, string> {
  try {
    const bounded = boundedPng(bytes)
    if (!bounded.ok) return bounded
    const { width, height, data, channels, depth, palette } = decode(bounded.value, { checkCrc: true })
    if (width > logoSize.width || height > logoSize.height) {
      return err(`${width} by ${height} pixels are more than ${logoSize.width} by ${logoSize.height}`)
    }
    if (depth !== 8 || palette !== undefined || (channels !== 3 && channels !== 4)) {
      return err('a png of another kind than 8 bits of red, green and blue')
    }
    const onWhite = new Uint8ClampedArray(width * height * 4).fill(255)
    for (let at = 0; at < width * height; at++) {
      const share = channels === 4 ? (data[at * 4 + 3] ?? 255) / 255 : 1
      for (let color = 0; color < 3; color++) {
        onWhite[at * 4 + color] = 255 - (255 - (data[at * channels + color] ?? 255)) * share
      }
    }
    return ok({ width, height, data: onWhite })
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error))
  }
}

/** The counter's logo on the disk. */
export interface LogoFile {
  present(): Logo | null
  /** Base64; null where there is none. */
  picture(): string | null
  /** @param picture base64 of a PNG; null removes the logo */
  set(picture: string | null): Promise<Result<null, string>>
}

export async function openLogo(path: string): Promise<LogoFile> {
  let bytes: Uint8Array | null = await readFile(path).catch(() => null)
  const kept = bytes === null ? null : readLogo(bytes)
  let logo: Logo | null = kept?.ok ? kept.value : null
  return {
    present: () => logo,
    picture: () => (logo === null || bytes === null ? null : Buffer.from(bytes).toString('base64')),
    async set(picture) {
      if (picture === null) {
        await rm(path, { force: true })
        logo = null
        return ok(null)
      }
      const next = Buffer.from(picture, 'base64')
      const read = readLogo(next)
      if (!read.ok) return read
      await replaceFile(path, next)
      bytes = next
      logo = read.value
      return ok(null)
    },
  }
}
