import { dirname } from 'node:path'
import { app } from 'electron'
import type { DataPaths } from '../paths.ts'
import { openLazily } from '../staff/open-lazily.ts'
import type { InstallerTools, InstallerToolsOptions } from './tools.ts'

/** The installer's tools, loaded when somebody first asks for one. */
export const lazyInstallerTools = ({
  paths,
  ...options
}: { readonly paths: DataPaths } & Pick<
  InstallerToolsOptions,
  'present' | 'access' | 'auditArea' | 'settings' | 'detailed' | 'saveFile'
>) =>
  openLazily(async (): Promise<InstallerTools> => {
    const [{ openInstallerTools }, { systemKeychain }, { reversalsFile }] = await Promise.all([
      import('./tools.ts'),
      import('../staff/keychain.ts'),
      import('./reversals-file.ts'),
    ])
    return openInstallerTools({
      ...options,
      folder: dirname(paths.settings),
      logs: paths.logs,
      setupFile: paths.setup,
      async unreturned() {
        const account = options.access()?.accountId
        return account === undefined ? [] : reversalsFile(paths, account).read()
      },
      toPdf: async (page) => (await import('../printing/to-pdf.ts')).toPdf(page),
      keepsKey: () => systemKeychain() !== null,
      version: app.getVersion(),
      now: Date.now,
    })
  })
