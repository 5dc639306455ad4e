import { must } from '../../support/must.ts'
import { type LaunchOptions, launchApp, type TestApp } from './app.ts'
import { type Books, books, booksBefore } from './books.ts'
import { test as counterTest, emptyCharge, expect, hsn, readyToSell, terminalStatus } from './counter.ts'
import { noTips } from './counter-screen.ts'
import { openLine, type TestLine } from './line.ts'
import { soon } from './screen.ts'
import type { TestService } from './service.ts'
import { startTerminal, type TerminalProcess } from './terminal-process.ts'
import type { Shop } from './worker.ts'

export { noTips } from './counter-screen.ts'

interface OpenShop extends Shop {
  /** The window at the beginning of the test. */
  readonly pos: TestApp['pos']
  /** The records since the shop was opened for this test. */
  readonly booked: () => Promise<Books>
}

type Behaviour = Parameters<TestService['changeTerminal']>[1]

interface Fixtures {
  /**
   * The shop shared by the tests of this worker, with a terminal of this behaviour. The records begin with the test's
   * own payments. Each test must leave it where one key or button begins the next sale.
   */
  readonly shop: (terminal?: Behaviour) => Promise<OpenShop>
  /** The same shop, with a terminal in its own process. */
  readonly shopWithDevice: (
    ...behaviour: readonly string[]
  ) => Promise<OpenShop & { readonly device: TerminalProcess }>
  /** The app's line to the service, request by request. */
  readonly line: TestLine
  /**
   * Launches the app without tips, and closes it when the test ends. Waits until it is ready to sell unless `waits` is
   * false.
   */
  readonly launch: (options?: LaunchOptions & { readonly waits?: boolean }) => Promise<TestApp>
}

export const test = counterTest.extend<Fixtures>({
  shop: async ({ lastingShop }, use) => {
    const { service, line } = lastingShop
    await use(async (terminal = {}) => {
      await service.changeTerminal(hsn, terminal)
      return openForTest(lastingShop)
    })
    const { app } = lastingShop
    line.cut(() => 'answered')
    line.letThrough()
    const next = app.pos.getByRole('button', { name: 'New sale' })
    await expect(next.or(emptyCharge(app.pos))).toBeVisible()
    if (await next.isVisible()) await next.click()
    await expect(emptyCharge(app.pos)).toBeVisible()
  },
  // Its tests end like those of `shop`, so it depends on that fixture.
  shopWithDevice: async ({ lastingShop, shop: _ }, use) => {
    const { service, serviceAlone } = lastingShop
    // A test may restart the counter: its window is another one afterwards.
    const isAway = () => expect(terminalStatus(lastingShop.app.pos)).toContainText('Offline', soon)
    let device: TerminalProcess | undefined
    await use(async (...behaviour) => {
      await readyToSell(lastingShop.app.pos)
      await must(service.client.call('sandbox.virtual_terminals.delete', { params: { hsn } }))
      await isAway()
      device = await startTerminal(service, ...behaviour)
      return { ...(await openForTest(lastingShop)), service: serviceAlone, device }
    })
    if (device === undefined) return
    await device.stop()
    await isAway()
    await service.plugTerminal({ hsn })
  },
  line: async ({ service }, use) => {
    const line = await openLine(service)
    await use(line)
    await line.close()
  },
  launch: async ({ service }, use) => {
    const launched: TestApp[] = []
    await use(async ({ waits = true, ...options } = {}) => {
      const app = await launchApp({ service, hsn, settings: noTips, ...options })
      launched.push(app)
      if (waits) await readyToSell(app.pos)
      return app
    })
    // The last app first: an app that was killed shares its folder with its successor.
    for (const app of launched.reverse()) await app.close()
  },
})

async function openForTest(shop: Shop): Promise<OpenShop> {
  const { service, line, app } = shop
  line.requests.length = 0
  await readyToSell(app.pos)
  const before = await booksBefore(service)
  return { ...shop, pos: app.pos, booked: () => books(service, before) }
}

/** The name of the screen of a terminal that is plugged into the service. */
export async function terminalScreen({ client }: TestService): Promise<string> {
  const found = await client.call('sandbox.virtual_terminals.get', { params: { hsn } })
  return found.ok ? found.value.screen.name : 'none'
}

/** Whether the bank was asked and has not answered yet. */
export const bankIsAsked = async (service: TestService): Promise<boolean> =>
  (await service.intents())[0]?.status === 'processing'

/** The test card whose bank has no answer for 30 s of the service's clock. */
export const silentBank = '4000000000050015'

/** Advances the service far enough for that bank to decide and for the service to ask it again. */
export const learn = (service: TestService) => service.advance(91)
