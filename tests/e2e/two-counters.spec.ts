import type { Page } from '@playwright/test'
import { must } from '../support/must.ts'
import { launchApp, type TestApp } from './support/app.ts'
import { charge, emptyCharge, expect, heading, hsn, readyToSell, terminalStatus } from './support/counter.ts'
import { type LiveService, startLiveService } from './support/live-service.ts'
import { press, reaches, showsText, soon } from './support/screen.ts'
import {
  backToCounter,
  choosePin,
  enter,
  enterPin,
  goTo,
  isOpen,
  openPayment,
} from './support/staff-areas.ts'
import { pairTerminal, type TerminalProcess } from './support/terminal-process.ts'
import { bankIsAsked, learn, noTips, silentBank, test } from './support/trouble.ts'

// Two counters, each the whole app with its own data folder, and the terminals between them (section 4.4, connect).

const isConnected = (pos: Page) => expect(terminalStatus(pos)).toContainText('Connected', soon)
const isInUse = (pos: Page) => expect(terminalStatus(pos)).toContainText('In use elsewhere', soon)
const button = (pos: Page, name: string | RegExp) => pos.getByRole('button', { name, exact: true })
const shows = (pos: Page, mark: 'Live' | 'Training') =>
  expect(pos.getByText(mark, { exact: true })).toBeVisible(soon)

async function takeOver(pos: Page, choice: 'Take over and cancel theirs' | 'Leave it to them') {
  await press(pos, 'Take over…')
  const dialog = pos.getByRole('dialog', { name: 'Take over the terminal?' })
  await expect(dialog).toContainText('cancels what it is doing, even a payment in progress')
  await expect(dialog).toContainText('Do it only when nobody stands at the terminal.')
  await dialog.getByRole('button', { name: choice }).click()
  await expect(dialog).toBeHidden()
}

/** A counter that was set up for the shop's own service, with its terminal. */
interface LiveCounter {
  readonly app: TestApp
  readonly pos: Page
  readonly terminal: TerminalProcess
}

/** Sets up a new counter with its own terminal, as an installer does, until it charges real money. */
async function setUp(live: LiveService, name: string): Promise<LiveCounter> {
  const env = { COUNTERTOP_VIRTUAL_TERMINAL: 'none' }
  const first = await launchApp({ env, settings: { ...noTips, counter_name: name } })
  await shows(first.pos, 'Training')
  await expect(button(first.pos, 'Terminals')).toBeEnabled(soon)
  await goTo(first.pos, 'Terminals')
  await choosePin(first.pos)
  await press(first.pos, 'Set up step by step')
  await press(first.pos, 'Open Payment service')
  await chooseService(first.pos, live)
  await first.kill()

  const app = await launchApp({ env, userData: first.userData })
  const { pos } = app
  await shows(pos, 'Live')
  await expect(pos.getByText('Training', { exact: true })).toHaveCount(0)
  await expect(button(pos, 'Terminals')).toBeEnabled(soon)
  await goTo(pos, 'Terminals')
  await enterPin(pos)
  await isOpen(pos)
  await press(pos, 'Payment service')
  // This computer has no keychain.
  await pos.getByLabel('Private key').first().fill(live.private_key)
  await press(pos, 'Start charging')
  await reaches(pos, 'Live: cards are charged for real')
  await expect(button(pos, 'Start charging')).toBeHidden(soon)
  await press(pos, 'All terminals')
  const terminal = await pairOwn(pos, live, name.toUpperCase())
  await backToCounter(pos)
  await expect(terminalStatus(pos)).toContainText(name.toUpperCase(), soon)
  await isConnected(pos)
  return { app, pos, terminal }
}

async function chooseService(pos: Page, live: LiveService): Promise<void> {
  await pos.getByRole('textbox', { name: 'Address' }).fill(live.url)
  await pos.getByLabel('Private key').fill(live.private_key)
  await press(pos, 'Check it')
  // The key gives access to two shops: one is selected instead of typed.
  await pos.getByRole('button', { name: /^Harbour Café/ }).click()
  await reaches(pos, 'Harbour Café: ready to charge real money')
  // Charging real money needs a deliberate step.
  await expect(button(pos, 'Charge real money')).toBeDisabled()
  await pos.getByRole('textbox', { name: /^Type LIVE/ }).fill('live')
  await pos.keyboard.press('Enter')
  await reaches(pos, 'Takes effect after a restart')
}

async function pairOwn(pos: Page, live: LiveService, own: string): Promise<TerminalProcess> {
  await press(pos, 'Pair a terminal')
  await pos.getByLabel('Serial number').fill(own)
  await pos.keyboard.press('Enter')
  await reaches(pos, 'Type this code on the terminal')
  const code = (await pos.locator('p[translate="no"]').innerText()).replace(/\D/g, '')
  const terminal = await pairTerminal({ url: live.url, hsn: own, code }, '--script', 'approve')
  await reaches(pos, 'Paired')
  // Enter presses the main button: Use for this counter.
  await pos.keyboard.press('Enter')
  await expect(pos.getByText('This counter’s', { exact: true })).toBeVisible(soon)
  await pos.getByLabel('Name', { exact: true }).fill(`${own} till`)
  await press(pos, 'Save the name')
  await expect(terminalStatus(pos)).toContainText(`${own} till`, soon)
  return terminal
}

async function sell(pos: Page, digits: string): Promise<void> {
  await charge(pos, digits)
  await reaches(pos, 'Approved')
  await pos.keyboard.press('Enter')
  await expect(emptyCharge(pos)).toBeVisible(soon)
}

/** Two presses: the terminal status in the top bar, then the wanted terminal. */
async function chooseTerminal(pos: Page, serial: string, state: string): Promise<void> {
  await pos.locator('button[data-terminal]').click()
  const choice = pos.locator(`button[data-choice="${serial}"]`)
  await expect(choice).toContainText(state, soon)
  await choice.click()
  await expect(terminalStatus(pos)).toContainText(serial, soon)
}

/**
 * The card payments of the day in cents: of the whole account, and those of other counters; and the number of
 * differences.
 */
async function dayOf(pos: Page) {
  await enter(pos, 'Payments')
  await press(pos, 'Reports')
  const row = (label: string) =>
    pos.getByRole('row').filter({ has: pos.getByRole('rowheader', { name: label, exact: true }) })
  const cents = async (label: string, cell = 0) =>
    Number((await row(label).getByRole('cell').nth(cell).innerText(soon)).replace(/\D/g, ''))
  await expect(row('Cards, all counters')).toBeVisible(soon)
  const figures = {
    all: await cents('Cards, all counters'),
    elsewhere: await cents('of which not at this counter'),
    differs: await pos.getByText(/\d sales? (does|do) not agree/).count(),
  }
  await backToCounter(pos)
  return figures
}

test('two counters sell live at a service on PostgreSQL, share a terminal, and their reports agree with it to the cent', async () => {
  test.setTimeout(480_000)
  const live = await startLiveService()
  const [bar, terrace] = await Promise.all([setUp(live, 'Bar'), setUp(live, 'Terrace')])
  try {
    await test.step('both counters sell at the same time', async () => {
      await Promise.all([sell(bar.pos, '2100'), sell(terrace.pos, '3500')])
      expect(await live.bankHolds()).toBe(5_600)
    })

    await test.step('a terminal in use is taken over only by choice, and its cashier sees by which counter', async () => {
      await bar.terminal.kill()
      bar.terminal.start('--script', 'silent')
      await isConnected(bar.pos)
      await charge(bar.pos, '5300')
      await reaches(bar.pos, 'Waiting for the card')
      await chooseTerminal(terrace.pos, 'BAR', 'In use by another counter')
      await isInUse(terrace.pos)
      await terrace.pos.keyboard.press('Escape')
      await showsText(terrace.pos, /^Bar has had it since/)
      await takeOver(terrace.pos, 'Leave it to them')
      await isInUse(terrace.pos)
      await reaches(bar.pos, 'Waiting for the card')
      await takeOver(terrace.pos, 'Take over and cancel theirs')
      await isConnected(terrace.pos)
      await reaches(bar.pos, 'Terminal taken over')
      await showsText(bar.pos, 'Another counter took the terminal over and stopped this sale on it.')
      await showsText(bar.pos, /Terrace took it over at .*What you had on it was stopped\./)
      await showsText(bar.pos, 'No money moved')
      expect(await live.bankHolds()).toBe(5_600)
    })

    await test.step('the service is killed and restarted, and both counters continue', async () => {
      await bar.terminal.kill()
      await live.kill()
      await expect(terminalStatus(terrace.pos)).toContainText('Offline', soon)
      await live.restart()
      bar.terminal.start('--script', 'approve')
      await isConnected(terrace.pos)
      await sell(terrace.pos, '5400')
      // Its own terminal is selected again in two presses, and the other one is free for its counter.
      await chooseTerminal(terrace.pos, 'TERRACE', 'Ready')
      await isConnected(terrace.pos)
      await isConnected(bar.pos)
      await press(bar.pos, 'Try again')
      await reaches(bar.pos, 'Approved')
      await press(bar.pos, 'New sale')
      expect(await live.bankHolds()).toBe(5_600 + 5_300 + 5_400)
    })

    await test.step('a sale of one counter is refunded at the other', async () => {
      const { data } = await must(live.client.call('payment_intents.list', { query: { limit: 50 } }))
      const sold = data.find(({ amount }) => amount === 2_100)
      await goTo(terrace.pos, 'Payments')
      await choosePin(terrace.pos)
      await openPayment(terrace.pos, sold?.id ?? '')
      await terrace.pos.getByRole('button', { name: /^Refund/ }).click()
      await terrace.pos.keyboard.type('700')
      await press(terrace.pos, 'Refund $7.00')
      await terrace.pos.getByRole('dialog').getByRole('button', { name: 'Refund $7.00' }).click()
      await reaches(terrace.pos, '$7.00 refunded')
      await backToCounter(terrace.pos)
      expect(await live.bankHolds()).toBe(16_300 - 700)
    })

    await test.step('the report of the day at both counters agrees with the service to the cent', async () => {
      await goTo(bar.pos, 'Payments')
      await choosePin(bar.pos)
      await backToCounter(bar.pos)
      const [ofBar, ofTerrace] = await Promise.all([dayOf(bar.pos), dayOf(terrace.pos)])
      const all = await live.bankHolds()
      // The refund made at the Terrace is shown at the Bar, which has the sale.
      expect(ofBar).toEqual({ all, elsewhere: 3_500 + 5_400, differs: 1 })
      expect(ofTerrace).toEqual({ all, elsewhere: 2_100 - 700 + 5_300, differs: 0 })
    })
    for (const { pos } of [bar, terrace]) await shows(pos, 'Live')
  } finally {
    for (const { app, terminal } of [bar, terrace]) {
      await app.close()
      await terminal.stop()
    }
    await live.stop()
  }
})

test('a payment whose terminal is taken over while the bank is asked continues at the counter that began it', async ({
  shop,
}) => {
  const bar = await shop({ card: silentBank })
  await charge(bar.pos, '5500')
  await expect.poll(() => bankIsAsked(bar.service), soon).toBe(true)
  const settings = { ...noTips, counter_name: 'Terrace' }
  const terrace = await launchApp({ service: bar.service, hsn, settings })
  try {
    await isInUse(terrace.pos)
    await takeOver(terrace.pos, 'Take over and cancel theirs')
    await isConnected(terrace.pos)
    await isInUse(bar.pos)
    await learn(bar.service)
    await reaches(bar.pos, 'Approved')
    expect(await bar.booked()).toEqual({ intents: ['captured'], payments: ['captured 5500'], bank: 5_500 })
    await press(bar.pos, 'New sale')
    await showsText(bar.pos, /Terrace took it over at (?!.*What you had on it was stopped)/)
    await expect(heading(terrace.pos, 'Ready')).toHaveCount(1)
  } finally {
    await terrace.close()
  }
  await readyToSell(bar.pos)
})
