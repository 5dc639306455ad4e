import { app } from 'electron'
import { promises as files } from 'original-fs'
import { changeableFiles } from './program-files.ts'

/** The packaged program's files on Linux that this user can change. Electron's own fs would look into the archive. */
export async function readInstallation(): Promise<readonly string[]> {
  if (!app.isPackaged || process.platform !== 'linux') return []
  return changeableFiles(
    {
      program: process.execPath,
      resources: process.resourcesPath,
      archive: app.getAppPath(),
      image: process.env.APPIMAGE ?? null,
    },
    files.access,
  )
}
