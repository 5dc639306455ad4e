import { open } from 'node:fs/promises'
import { cannotFlushFolders } from '../../src-shared/folder-flush.ts'

/** Flushes a folder, which makes a rename in it durable. Windows and some disks have no such call. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } catch (error) {
    if (!cannotFlushFolders(error)) throw error
  } finally {
    await folder.close()
  }
}
