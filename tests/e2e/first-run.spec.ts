import { capturedPayment } from '../demo/captured-payment.ts'
import { launchApp, windowAt } from './support/app.ts'
import { charge, emptyCharge, expect, heading, readyToSell } from './support/counter.ts'
import { chooseTip, drawSignature, finishSignature, insertVisa, takeCardOut } from './support/customer.ts'
import { newcomerTest } from './support/newcomer-app.ts'

const test = newcomerTest()

test('a new user takes a payment in the terminal’s window, and the service stores it on its disk', async ({
  app,
}) => {
  await readyToSell(app.pos)
  const terminal = await windowAt(app.electron, 'app://terminal/')
  await charge(app.pos, '1234')
  await chooseTip(terminal, /^20%/)
  await insertVisa(terminal)
  await takeCardOut(terminal)
  await drawSignature(terminal)
  await finishSignature(terminal)
  await expect(heading(app.pos, 'Approved')).toBeVisible()
  await expect(app.pos.getByRole('img', { name: 'Signature of the customer' })).toBeVisible()
  expect(capturedPayment(app.userData)).toMatchObject({ status: 'captured', amount_captured: 1481 })
  await app.pos.keyboard.press('Enter')
  await expect(emptyCharge(app.pos)).toBeVisible()
})

test('a cashier can void a payment during the customer’s signature', async ({ app }) => {
  await readyToSell(app.pos)
  const terminal = await windowAt(app.electron, 'app://terminal/')
  await charge(app.pos, '3000')
  await chooseTip(terminal, /^No tip/)
  await insertVisa(terminal)
  await takeCardOut(terminal)
  // The bank has approved, and the terminal is waiting for the signature.
  await terminal.getByRole('img', { name: 'Signature pad' }).waitFor()
  await expect(heading(app.pos, 'Approved, waiting for signature')).toBeVisible()
  await app.pos.getByRole('button', { name: 'Void the payment' }).click()
  await expect(app.pos.getByText('The payment was voided')).toBeVisible()
  expect(() => capturedPayment(app.userData)).toThrow('voided')
})

test('settings are kept after a restart', async ({ app }) => {
  await readyToSell(app.pos)
  await app.pos.keyboard.press('F4')
  await expect(app.pos.getByRole('button', { name: 'Switch to light' })).toBeVisible()
  await app.electron.close()
  const again = await launchApp({ userData: app.userData })
  await readyToSell(again.pos)
  await expect(again.pos.getByRole('button', { name: 'Switch to light' })).toBeVisible()
  await again.close()
})
