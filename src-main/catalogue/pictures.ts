import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile } from '../files/write-whole.ts'
import { pictureType } from './check-picture.ts'

/** The items' pictures, one small file each, so that each is read only when it is shown. */
export interface Pictures {
  /** Data URLs by the item's id; damaged pictures are left out. */
  read(ids: readonly string[]): Promise<Readonly<Record<string, string>>>
  /** @returns false when it is not a picture, or too large */
  keep(id: string, dataUrl: string): Promise<boolean>
  remove(id: string): Promise<void>
}

export function openPictures(folder: string): Pictures {
  const pathOf = (id: string) => join(folder, `${Buffer.from(id).toString('hex')}.picture`)
  async function readOne(id: string): Promise<readonly [string, string][]> {
    const bytes = await readFile(pathOf(id)).catch(() => null)
    const type = bytes === null ? null : pictureType(bytes)
    return bytes === null || type === null
      ? []
      : [[id, `data:image/${type};base64,${bytes.toString('base64')}`]]
  }
  return {
    read: async (ids) => Object.fromEntries((await Promise.all(ids.map(readOne))).flat()),
    async keep(id, dataUrl) {
      const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
      if (pictureType(bytes) === null) return false
      await replaceFile(pathOf(id), bytes)
      return true
    },
    remove: (id) => rm(pathOf(id), { force: true }),
  }
}
