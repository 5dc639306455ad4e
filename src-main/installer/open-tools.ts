import { dirname } from 'node:path'
import { app } from 'electron'
import type { Result } from '../../src-shared/result.ts'
import { openLazily } from '../async/open-lazily.ts'
import type { PeripheralArea } from '../devices/peripheral-area.ts'
import type { DataPaths } from '../paths.ts'
import type { PrintingArea } from '../printing/printing-area.ts'
import type { InstallerTools, InstallerToolsOptions } from './tools.ts'

/** The installer's tools, loaded at the first request. */
export const lazyInstallerTools = ({
  paths,
  printing,
  peripherals,
  ...options
}: {
  readonly paths: DataPaths
  readonly printing: Pick<PrintingArea, 'service'>
  readonly peripherals: Pick<PeripheralArea, 'service'>
} & Pick<
  InstallerToolsOptions,
  'present' | 'access' | 'place' | 'auditArea' | 'settings' | 'detailed' | 'saveFile'
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
      async attached() {
        const listed = <Value>(service: Promise<{ list(): Result<Value, unknown> }>) =>
          service.then(
            (one) => {
              const list = one.list()
              return list.ok ? list.value : null
            },
            () => null,
          )
        return {
          printers: await listed(printing.service()),
          peripherals: await listed(peripherals.service()),
        }
      },
      toPdf: async (page) => (await import('../printing/to-pdf.ts')).toPdf(page),
      keepsKey: () => systemKeychain() !== null,
      version: app.getVersion(),
      now: Date.now,
    })
  })
