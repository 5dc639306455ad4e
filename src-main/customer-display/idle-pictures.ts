import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { isOnNetwork } from '../../src-shared/pos/settings/network-folder.ts'

const types: Readonly<Record<string, string>> = {
  '.png': 'png',
  '.jpg': 'jpeg',
  '.jpeg': 'jpeg',
  '.webp': 'webp',
}
const mostPictures = 30
/** Maximum bytes of a picture: reading larger ones would block the page. */
const mostBytes = 8_000_000

/** The pictures shown while nothing is sold: those of a folder chosen by the manager, sorted by name. */
export async function listPictures(folder: string | null): Promise<readonly string[]> {
  if (folder === null || isOnNetwork(folder)) return []
  const names = await readdir(folder).catch(() => [])
  return names
    .filter((name) => types[extname(name).toLowerCase()] !== undefined)
    .sort()
    .slice(0, mostPictures)
    .map((name) => join(folder, name))
}

/** @returns a data URL; null when the file is missing or too large */
export async function readPicture(path: string | undefined): Promise<string | null> {
  if (path === undefined) return null
  const found = await stat(path).catch(() => null)
  if (found === null || !found.isFile() || found.size > mostBytes) return null
  const bytes = await readFile(path).catch(() => null)
  if (bytes === null) return null
  return `data:image/${types[extname(path).toLowerCase()]};base64,${bytes.toString('base64')}`
}
