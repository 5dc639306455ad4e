import type { Settings } from '../../../src-shared/pos/snapshot.ts'
import { type ChaosProxy, openProxy } from '../../support/chaos-proxy.ts'
import { type LaunchOptions, launchApp, type TestApp } from './app.ts'
import { test as counterTest, hsn, readyToSell } from './counter.ts'
import { openLine, type TestLine } from './line.ts'
import type { TestService } from './service.ts'
import { startTerminal, type TerminalProcess } from './terminal-process.ts'

/** A counter that asks for no tip: from Charge straight to the card. */
export const noTips: Partial<Settings> = { tip_presets: [], tip_custom: false, sounds: false }

interface Fixtures {
  /** The app's line to the service, request by request. */
  readonly line: TestLine
  /** The same line as bytes. */
  readonly bytes: ChaosProxy
  /** Launches the app, without tips; it is closed when the test ends. Ready to sell unless told otherwise. */
  readonly launch: (options?: LaunchOptions & { readonly waits?: boolean }) => Promise<TestApp>
  /** A terminal in a process of its own. */
  readonly terminal: (...behaviour: readonly string[]) => Promise<TerminalProcess>
}

export const test = counterTest.extend<Fixtures>({
  line: async ({ service }, use) => {
    const line = await openLine(service)
    await use(line)
    await line.close()
  },
  bytes: async ({ service }, use) => {
    const proxy = await openProxy(Number(new URL(service.url).port))
    await use(proxy)
    await proxy.close()
  },
  launch: async ({ service }, use) => {
    const launched: TestApp[] = []
    await use(async ({ waits = true, ...options } = {}) => {
      const app = await launchApp({ service, hsn, settings: noTips, ...options })
      launched.push(app)
      if (waits) await readyToSell(app.pos)
      return app
    })
    for (const app of launched) await app.close()
  },
  terminal: async ({ service }, use) => {
    const started: TerminalProcess[] = []
    await use(async (...behaviour) => {
      const terminal = await startTerminal(service, ...behaviour)
      started.push(terminal)
      return terminal
    })
    for (const terminal of started) await terminal.stop()
  },
})

/** What stands on the screen of a terminal that is plugged into the service. */
export async function terminalScreen({ client }: TestService): Promise<string> {
  const found = await client.call('sandbox.virtual_terminals.get', { params: { hsn } })
  return found.ok ? found.value.screen.name : 'none'
}

/** The bank was asked, and does not answer yet. */
export const bankIsAsked = async (service: TestService): Promise<boolean> =>
  (await service.intents())[0]?.status === 'processing'

/** The test card whose bank cannot tell for 30 s of the service's clock. */
export const silentBank = '4000000000050015'

/** Time enough for that bank to know, and for the service to ask it again. */
export const learn = (service: TestService) => service.advance(91)
