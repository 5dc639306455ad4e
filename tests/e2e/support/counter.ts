import { test as base, expect, type Page } from '@playwright/test'
import type { Currency } from '../../../src-shared/currency.ts'
import { type LaunchOptions, launchApp, type TestApp } from './app.ts'
import { type ProcessorName, startService, type TestService } from './service.ts'

export const hsn = 'VT-E2E-1'

/** A counter: a service of its own, a scripted terminal on it, and the app. */
export interface CounterHarness {
  readonly service: TestService
  app: TestApp
}

interface Fixtures {
  /** The bank behind the service; `test.use({ processor: 'harsh' })` takes the other. */
  readonly processor: ProcessorName
  /** Of the service's account; `test.use({ currency: 'CAD' })` makes it a Canadian shop. */
  readonly currency: Currency
  /** Where customers reach the service; empty: nowhere, as in training. */
  readonly publicUrl: string
  readonly service: TestService
  /**
   * The one counter of this worker, ready for a sale, for tests that need no fresh one: they leave it where Enter begins
   * the next sale. `earlier` is how many intents there are from tests before.
   */
  readonly counter: (
    script?: Parameters<TestService['changeTerminal']>[1]['script'],
  ) => Promise<CounterHarness & { readonly earlier: number }>
  readonly openCounter: (
    terminal?: Parameters<TestService['changeTerminal']>[1],
    launch?: LaunchOptions,
  ) => Promise<CounterHarness>
}

interface WorkerFixtures {
  readonly sharedCounter: CounterHarness
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  processor: ['sandbox', { option: true }],
  currency: ['USD', { option: true }],
  publicUrl: ['', { option: true }],
  service: async ({ processor, currency, publicUrl }, use) => {
    const service = await startService(processor, currency, publicUrl)
    await use(service)
    await service.stop()
  },
  openCounter: async ({ service }, use) => {
    const open: CounterHarness[] = []
    await use(async (terminal = {}, launch = {}) => {
      await service.plugTerminal({ hsn, ...terminal })
      const counter = { service, app: await launchApp({ service, hsn, ...launch }) }
      open.push(counter)
      await readyToSell(counter.app.pos)
      return counter
    })
    for (const counter of open) await counter.app.close()
  },
  sharedCounter: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern that no other fixture is needed.
    async ({}, use) => {
      const service = await startService('sandbox')
      await service.plugTerminal({ hsn })
      const app = await launchApp({ service, hsn })
      await readyToSell(app.pos)
      await use({ service, app })
      await app.close()
      await service.stop()
    },
    { scope: 'worker' },
  ],
  counter: async ({ sharedCounter }, use) => {
    const { app, service } = sharedCounter
    await use(async (script = 'approve') => {
      await service.changeTerminal(hsn, { script })
      return { app, service, earlier: (await service.intents()).length }
    })
    // After a failed test the worker ends, and its counter with it.
    if (!(await emptyCharge(app.pos).isVisible())) await app.pos.keyboard.press('Enter')
    await expect(emptyCharge(app.pos)).toBeVisible()
  },
})

export { expect }

export async function readyToSell(pos: Page): Promise<void> {
  await expect(terminalStatus(pos)).toContainText('Connected', { timeout: 45_000 })
}

/** The top bar's word on the terminal: a button that opens what can be done about it. */
export const terminalStatus = (pos: Page) => pos.getByRole('status', { name: 'Terminal' })

/** The amount is back at nothing: the next sale can begin. */
export const emptyCharge = (pos: Page) => pos.getByRole('button', { name: 'Charge $0.00' })

/** Types an amount by its digits, cents last, and charges it. */
export async function charge(pos: Page, digits: string): Promise<void> {
  await pos.keyboard.type(digits)
  await pos.getByRole('button', { name: /^Charge \$/ }).click()
}

/** By its whole name: "Approved" is not "Approved, waiting for signature". */
export const heading = (pos: Page, name: string | RegExp) =>
  pos.getByRole('heading', { name, exact: typeof name === 'string' })

/** Every state that the sale goes through from now on, as the screen shows them. */
export async function followSale(pos: Page): Promise<() => Promise<readonly string[]>> {
  await pos.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { saleStates: seen })
    new MutationObserver(() => {
      const state = document.querySelector('[data-sale-state]')?.getAttribute('data-sale-state')
      if (state && state !== seen.at(-1)) seen.push(state)
    }).observe(document.body, { subtree: true, childList: true, attributes: true })
  })
  return () => pos.evaluate(() => (window as unknown as { saleStates: string[] }).saleStates)
}
