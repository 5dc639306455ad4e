import { app } from 'electron'
import { promises as files } from 'original-fs'
import { changeableFiles } from './program-files.ts'

/** Of the packaged program on Linux, what this user can change of it. Electron's own fs looks into the archive instead. */
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
