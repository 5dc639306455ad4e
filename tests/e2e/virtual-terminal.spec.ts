import type { Page } from '@playwright/test'
import { windowAt } from './support/app.ts'
import { charge, emptyCharge, expect, heading, readyToSell } from './support/counter.ts'
import { chooseTip, drawSignature, finishSignature, insertVisa, takeCardOut } from './support/customer.ts'
import { newcomerTest } from './support/newcomer-app.ts'

/**
 * Problems at the terminal, caused by mouse and keyboard in its window. All tests share one app: each leaves the
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
