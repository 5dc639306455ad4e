import { type LaunchOptions, launchApp, type TestApp } from './app.ts'
import { readyToSell } from './counter-screen.ts'
import { type ProcessorName, startService, type TestService } from './service.ts'
import { hsn, sharedInFile } from './worker.ts'

/** A service with its terminal, and a counter that is ready to sell. */
export interface FileShop {
  readonly service: TestService
  readonly app: TestApp
}

interface FileShopOptions extends Pick<LaunchOptions, 'settings'> {
  readonly processor?: ProcessorName
  /** The address at which customers reach the service. */
  readonly publicUrl?: string
}

/** The fixture of a shop for the tests of the file that calls this. Each leaves it where the next sale can begin. */
export const shopOfFile = ({ processor, publicUrl, ...launch }: FileShopOptions = {}) =>
  sharedInFile<FileShop>(
    async () => {
      const service = await startService(processor, 'USD', publicUrl)
      await service.plugTerminal({ hsn })
      const app = await launchApp({ service, hsn, ...launch })
      await readyToSell(app.pos)
      return { service, app }
    },
    async ({ service, app }) => {
      await app.close()
      await service.stop()
    },
  )
