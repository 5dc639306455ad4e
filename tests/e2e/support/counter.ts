import { expect, type Page } from '@playwright/test'
import type { Currency } from '../../../src-shared/currency.ts'
import { type LaunchOptions, launchApp } from './app.ts'
import { readyToSell } from './counter-screen.ts'
import { type ProcessorName, startService, type TestService } from './service.ts'
import { test as base, type CounterHarness, hsn } from './worker.ts'

interface Fixtures {
  /** The bank behind the service; a test chooses another with `test.use({ processor: 'harsh' })`. */
  readonly processor: ProcessorName
  /** The currency of the service's account; `test.use({ currency: 'CAD' })` makes it a Canadian shop. */
  readonly currency: Currency
  readonly service: TestService
  /**
   * The counter shared by the tests of this worker, ready for a sale. Each test must leave it where Enter begins the
   * next sale. `earlier` is the number of intents of earlier tests.
   */
  readonly counter: (
    script?: Parameters<TestService['changeTerminal']>[1]['script'],
  ) => Promise<CounterHarness & { readonly earlier: number }>
  readonly openCounter: (
    terminal?: Parameters<TestService['changeTerminal']>[1],
    launch?: LaunchOptions,
  ) => Promise<CounterHarness>
}

export const test = base.extend<Fixtures>({
  processor: ['sandbox', { option: true }],
  currency: ['USD', { option: true }],
  service: async ({ processor, currency }, use) => {
    const service = await startService(processor, currency)
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
  counter: async ({ sharedCounter }, use) => {
    const { app, service } = sharedCounter
    await use(async (script = 'approve') => {
      await service.changeTerminal(hsn, { script })
      return { app, service, earlier: (await service.intents()).length }
    })
    // After a failed test the worker ends, together with its counter.
    if (!(await emptyCharge(app.pos).isVisible())) await app.pos.keyboard.press('Enter')
    await expect(emptyCharge(app.pos)).toBeVisible()
  },
})

export { readyToSell, terminalStatus } from './counter-screen.ts'
export { hsn } from './worker.ts'
export { expect }

/** The Charge button without an amount: the next sale can begin. */
export const emptyCharge = (pos: Page) => pos.getByRole('button', { name: 'Charge $0.00' })

/** Types an amount by its digits, with cents last, and charges it. */
export async function charge(pos: Page, digits: string): Promise<void> {
  await pos.keyboard.type(digits)
  await pos.getByRole('button', { name: /^Charge \$/ }).click()
}

/** A heading by its exact name, so that "Approved" does not match "Approved, waiting for signature". */
export const heading = (pos: Page, name: string | RegExp) =>
  pos.getByRole('heading', { name, exact: typeof name === 'string' })

/** Records every state of the sale that the screen shows from now on. */
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
