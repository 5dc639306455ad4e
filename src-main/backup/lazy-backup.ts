import { dirname } from 'node:path'
import { app } from 'electron'
import { openLazily } from '../async/open-lazily.ts'
import type { DataPaths } from '../paths.ts'
import type { FileDialogs } from '../windows/lazy-file-dialogs.ts'
import type { BackupService, BackupServiceOptions } from './backup-service.ts'

/** Loaded at the first request for a backup. */
export const lazyBackup = ({
  paths,
  files,
  ...options
}: { readonly paths: DataPaths; readonly files: FileDialogs } & Pick<
  BackupServiceOptions,
  'present' | 'restart' | 'log'
>) =>
  openLazily(async (): Promise<BackupService> => {
    const [{ openBackupService }, { systemKeychain }] = await Promise.all([
      import('./backup-service.ts'),
      import('../staff/keychain.ts'),
    ])
    return openBackupService({
      ...options,
      paths,
      folder: dirname(paths.settings),
      keychain: systemKeychain(),
      version: app.getVersion(),
      chooseFile: files.chooseFile,
      chooseBackup: () => files.chooseToOpen('countertop-backup', options.present().settings.language),
      now: Date.now,
    })
  })
