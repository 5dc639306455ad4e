import { dirname } from 'node:path'
import { app, type BrowserWindow } from 'electron'
import type { DataPaths } from '../paths.ts'
import { openLazily } from '../staff/open-lazily.ts'
import type { BackupService, BackupServiceOptions } from './backup-service.ts'

/** Loaded when somebody first asks for a backup. */
export const lazyBackup = ({
  paths,
  window,
  ...options
}: { readonly paths: DataPaths; readonly window: BrowserWindow } & Pick<
  BackupServiceOptions,
  'present' | 'restart' | 'log'
>) =>
  openLazily(async (): Promise<BackupService> => {
    const [{ openBackupService }, { systemKeychain }, files] = await Promise.all([
      import('./backup-service.ts'),
      import('../staff/keychain.ts'),
      import('../windows/file-dialogs.ts'),
    ])
    return openBackupService({
      ...options,
      paths,
      folder: dirname(paths.settings),
      keychain: systemKeychain(),
      version: app.getVersion(),
      chooseFile: (name) => files.chooseFile(window, name),
      chooseBackup: () => files.chooseToOpen(window, 'countertop-backup'),
      now: Date.now,
    })
  })
