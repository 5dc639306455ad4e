import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folders: string[] = []

/** Called after each test file (./each-file.ts). */
export async function removeTemporaryFolders(): Promise<void> {
  await Promise.all(
    folders
      .splice(0)
      .map((folder) => rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(ignoreInUse)),
  )
}

/**
 * On Windows a closed database stays in use until its statements are collected as garbage; `npm test` removes what is
 * left at its end.
 */
export function ignoreInUse(error: NodeJS.ErrnoException): void {
  if (process.platform !== 'win32' || !['EBUSY', 'EPERM', 'ENOTEMPTY'].includes(error.code ?? '')) throw error
}

/** Creates a folder, which is removed after all tests of the file. */
export async function temporaryFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `${name}-`))
  folders.push(folder)
  return folder
}
