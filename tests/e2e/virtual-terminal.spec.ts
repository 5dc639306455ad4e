import type { Page } from '@playwright/test'
import { storedPayments } from '../demo/captured-payment.ts'
import { windowAt } from './support/app.ts'
import { charge, emptyCharge, expect, heading, readyToSell } from './support/counter.ts'
import { chooseTip, drawSignature, finishSignature, insertVisa, takeCardOut } from './support/customer.ts'
import { newcomerTest } from './support/newcomer-app.ts'
import { resize } from './support/resize.ts'
import { backToCounter, enter } from './support/staff-areas.ts'
import { button, card, openTerminal, tryOperation } from './support/try-operation.ts'

/**
 * The app as a new user gets it, with the terminal in a window beside it. All tests share one app: each leaves the
 * terminal at its welcome screen, and the counter at most one Enter from the next sale.
 */
const test = newcomerTest().extend<{ readonly terminal: Page }>({
  terminal: async ({ app }, use) => {
    await readyToSell(app.pos)
    const terminal = await windowAt(app.electron, 'app://terminal/')
    await shows(terminal, 'Welcome')
    await use(terminal)
    // After a failed test the worker ends, together with its app.
    if (!(await emptyCharge(app.pos).isVisible())) await app.pos.keyboard.press('Enter')
    await expect(emptyCharge(app.pos)).toBeVisible()
  },
})

const press = (terminal: Page, name: string) => terminal.getByRole('button', { name, exact: true }).click()
const shows = (terminal: Page, words: string) =>
  terminal.getByRole('status').filter({ hasText: words }).waitFor()
const turn = (terminal: Page, name: string) => terminal.getByRole('switch', { name, exact: true }).click()

test('a new user takes a payment in the terminal’s window, and the service stores it on its disk', async ({
  app,
  terminal,
}) => {
  const earlier = storedPayments(app.userData).length
  await charge(app.pos, '1234')
  await chooseTip(terminal, /^20%/)
  await insertVisa(terminal)
  await takeCardOut(terminal)
  await drawSignature(terminal)
  await finishSignature(terminal)
  await expect(heading(app.pos, 'Approved')).toBeVisible()
  await expect(app.pos.getByRole('img', { name: 'Signature of the customer' })).toBeVisible()
  // That one, and no other.
  expect(storedPayments(app.userData).slice(earlier)).toMatchObject([
    { status: 'captured', amount_captured: 1481 },
  ])
  await app.pos.keyboard.press('Enter')
  await expect(emptyCharge(app.pos)).toBeVisible()
})

test('a cashier can void a payment during the customer’s signature', async ({ app, terminal }) => {
  const earlier = storedPayments(app.userData).length
  await charge(app.pos, '3000')
  await chooseTip(terminal, /^No tip/)
  await insertVisa(terminal)
  await takeCardOut(terminal)
  // The bank has approved, and the terminal is waiting for the signature.
  await terminal.getByRole('img', { name: 'Signature pad' }).waitFor()
  await expect(heading(app.pos, 'Approved, waiting for signature')).toBeVisible()
  await app.pos.getByRole('button', { name: 'Void the payment' }).click()
  await expect(app.pos.getByText('The payment was voided')).toBeVisible()
  expect(storedPayments(app.userData).slice(earlier)).toMatchObject([
    { status: 'voided', amount_captured: 0 },
  ])
})

test('after a worn chip the card is swiped, and a signature is cleared and drawn again', async ({
  app,
  terminal,
}) => {
  await charge(app.pos, '1234')
  await chooseTip(terminal, /^No tip/)
  await press(terminal, 'Worn chip')
  for (const _ of [1, 2, 3]) {
    await press(terminal, 'Insert card')
    await shows(terminal, 'Take the card out')
    await press(terminal, 'Remove card')
  }
  await shows(terminal, 'Please swipe the card')
  await press(terminal, 'Swipe card')
  await drawSignature(terminal)
  await press(terminal, 'Clear')
  await drawSignature(terminal)
  await finishSignature(terminal)
  await expect(heading(app.pos, 'Approved')).toBeVisible()
  await press(terminal, 'As new')
})

test('a terminal that restarts during the card prompt charges nothing, and the next attempt succeeds', async ({
  app,
  terminal,
}) => {
  await charge(app.pos, '2000')
  await chooseTip(terminal, /^No tip/)
  await shows(terminal, 'Insert, tap or swipe')
  await press(terminal, 'Device')
  await press(terminal, 'Restart the terminal')
  await shows(terminal, 'Starting')
  await expect(app.pos.getByText('No money moved').first()).toBeVisible()
  await shows(terminal, 'Welcome')
  await app.pos.getByRole('button', { name: /^Try again/ }).click()
  await shows(terminal, 'Insert, tap or swipe')
  await insertVisa(terminal)
  await takeCardOut(terminal)
  await drawSignature(terminal)
  await finishSignature(terminal)
  await expect(heading(app.pos, 'Approved')).toBeVisible()
})

test('an unplugged network is shown, and can be plugged in by keyboard alone', async ({ terminal }) => {
  await press(terminal, 'Device')
  await turn(terminal, 'Network cable in')
  await shows(terminal, 'Network unplugged')
  await terminal.getByRole('switch', { name: 'Network cable in' }).focus()
  await terminal.keyboard.press('Space')
  await terminal.keyboard.press('Escape')
  await shows(terminal, 'Welcome')
  await insertVisa(terminal)
  await press(terminal, 'Remove card')
})

test('in a window of 360 × 700, the cards cover no key', async ({ terminal }) => {
  const { width, height } = await terminal.evaluate(() => ({ width: innerWidth, height: innerHeight }))
  await resize(terminal, { width: 360, height: 700 })
  const lowest = await terminal.getByRole('button', { name: 'Digit 0' }).boundingBox()
  const cards = await terminal.getByRole('region', { name: 'Test cards' }).boundingBox()
  expect((lowest?.y ?? 0) + (lowest?.height ?? 0)).toBeLessThan(cards?.y ?? 0)
  await resize(terminal, { width, height })
})

test('in training, a second virtual terminal can be added and unplugged', async ({ app }) => {
  await readyToSell(app.pos)
  await enter(app.pos, 'Terminals')
  await button(app, 'Add virtual terminal').click()
  await app.pos.getByLabel('Serial number').fill('VT-SPARE')
  await app.pos.keyboard.press('Enter')
  await expect(card(app, 'VT-SPARE')).toContainText('Virtual')
  await openTerminal(app, 'VT-SPARE')
  await expect(await tryOperation(app, 'Test sale by card (voided)', 'Charge and void')).toContainText(
    'Customer keeps the money',
  )
  await button(app, 'Unplug').click()
  await expect(card(app, 'VT-SPARE')).not.toContainText('Virtual')
  await backToCounter(app.pos)
})

test('settings are kept after a restart', async ({ newcomer: { app, restart } }) => {
  const { pos } = app
  await readyToSell(pos)
  await pos.keyboard.press('F4')
  await expect(pos.getByRole('button', { name: 'Switch to light' })).toBeVisible()
  const again = await restart()
  await readyToSell(again.pos)
  await expect(again.pos.getByRole('button', { name: 'Switch to light' })).toBeVisible()
  await again.pos.keyboard.press('F4')
  await expect(again.pos.getByRole('button', { name: 'Switch to dark' })).toBeVisible()
})
