import { createHash } from 'node:crypto'
import { copyFile, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder } from '../files/sync-folder.ts'

/**
 * Copies a journal with unreadable lines, before it is replaced by one without them. The copy is on the disk when the
 * promise resolves. Its name comes from the content, so that one damage is kept once, however often the file is opened
 * before it can be replaced (a full disk).
 *
 * @returns the copy's path @throws when there is no copy: then the file must not be replaced
 */
export async function keepUnreadable(path: string): Promise<string> {
  const digest = createHash('sha256').update(await readFile(path))
  const kept = `${path}.${digest.digest('hex').slice(0, 12)}.unreadable`
  await copyFile(path, kept)
  const file = await open(kept, 'r+')
  await file.sync().finally(() => file.close())
  await syncFolder(dirname(path))
  return kept
}
