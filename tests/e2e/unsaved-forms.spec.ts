import type { Page } from '@playwright/test'
import { launchApp, type TestApp } from './support/app.ts'
import { emptyCharge, expect, hsn, readyToSell, test } from './support/counter.ts'
import type { TestService } from './support/service.ts'
import {
  backToCounter,
  choosePin,
  enter,
  enterPin,
  goTo,
  isOpen,
  openPayment,
  payElsewhere,
  pin,
} from './support/staff-areas.ts'

const pins = { Olga: '902817', Bea: '570139' } as const
const minute = 60_000
const code = /^(\w{4}-){4}\w{4}$/

const press = (pos: Page, name: string) => pos.getByRole('button', { name, exact: true }).click()

/** A shop of two owners, with Olga signed in; it locks itself after five minutes. */
async function openShop(service: TestService): Promise<TestApp & { readonly recoveryCode: string }> {
  await service.plugTerminal({ hsn })
  const app = await launchApp({ service, hsn })
  const { pos } = app
  await app.passTime(0)
  await readyToSell(pos)
  await goTo(pos, 'Payments')
  await choosePin(pos)
  await press(pos, 'People')
  await press(pos, 'Set up the owner')
  await pos.getByLabel('Name').fill('Olga')
  await pos.getByLabel('PIN (6 to 8 digits)').fill(pins.Olga)
  await pos.getByLabel('The same PIN once more').fill(pins.Olga)
  await pos.getByLabel('The current manager’s PIN, to confirm').fill(pin)
  await press(pos, 'Save')
  const recoveryCode = (await pos.getByText(code).textContent()) ?? ''
  await press(pos, 'I have written it down')
  await press(pos, 'Add person')
  await pos.getByLabel('Name').fill('Bea')
  await pos.getByLabel('Role').selectOption('owner')
  await pos.getByLabel('First PIN (6 to 8 digits)').fill('735914')
  await pos.getByLabel('The same PIN once more').fill('735914')
  await pos.getByLabel('Your own PIN, to confirm').fill(pins.Olga)
  await press(pos, 'Save')
  await expect(pos.getByRole('button', { name: 'Bea Owner' })).toBeVisible()
  return { ...app, recoveryCode }
}

async function lockItself({ pos, passTime }: TestApp): Promise<void> {
  await passTime(6 * minute)
  await expect(pos.getByRole('heading', { name: 'Who is at the counter?' })).toBeVisible()
}

async function signIn(pos: Page, name: keyof typeof pins): Promise<void> {
  await pos.getByRole('button', { name: `${name} Owner` }).click()
  await enterPin(pos, pins[name])
}

test.describe('forms that are not finished when the counter locks itself', () => {
  test('a refund, a note, an item, a person and a printer continue for the person who unlocks', async ({
    service,
  }) => {
    const app = await openShop(service)
    const { pos } = app
    const payment = await payElsewhere(service, 5_000)

    // A new person: the name stays; a PIN is typed anew.
    await press(pos, 'Add person')
    await pos.getByLabel('Name').fill('Chi')
    await pos.getByLabel('First PIN (6 to 8 digits)').fill('735914')
    await lockItself(app)
    await expect(pos.getByLabel('Name')).toBeHidden()
    await signIn(pos, 'Olga')
    await expect(pos.getByLabel('Name')).toHaveValue('Chi')
    await expect(pos.getByLabel('First PIN (6 to 8 digits)')).toHaveValue('')
    await press(pos, 'All payments')

    // A new item.
    await press(pos, 'Items')
    await press(pos, 'Add the first item')
    await pos.getByLabel('Name', { exact: true }).fill('Oat latte')
    await pos.getByLabel('Price', { exact: true }).fill('4.50')
    await lockItself(app)
    await signIn(pos, 'Olga')
    await expect(pos.getByLabel('Name', { exact: true })).toHaveValue('Oat latte')
    await press(pos, 'Save')
    await expect(pos.getByRole('button', { name: /Oat latte/ })).toBeVisible()
    await press(pos, 'All payments')

    // A note and then a refund: its amount, and its reason in the confirmation.
    await openPayment(pos, payment.payment_intent_id)
    await press(pos, 'Add a note')
    await pos.getByLabel('Note', { exact: true }).fill('Called twice')
    await lockItself(app)
    await signIn(pos, 'Olga')
    await expect(pos.getByLabel('Note', { exact: true })).toHaveValue('Called twice')
    await pos.getByRole('button', { name: /^Refund/ }).click()
    await pos.keyboard.type('1234')
    await lockItself(app)
    await signIn(pos, 'Olga')
    await pos.getByRole('button', { name: 'Refund $12.34' }).click()
    await pos.getByLabel('Reason (optional)').fill('One cup was cold')
    await lockItself(app)
    await expect(pos.getByRole('dialog')).toBeHidden()
    await signIn(pos, 'Olga')
    await expect(pos.getByRole('dialog')).toBeVisible()
    await expect(pos.getByLabel('Reason (optional)')).toHaveValue('One cup was cold')
    await pos.keyboard.press('Escape')
    await expect(pos.getByRole('dialog')).toBeHidden()

    // A printer, on the installer's page.
    await backToCounter(pos)
    await pos.keyboard.press('F7')
    await press(pos, 'Printers')
    await press(pos, 'Add a printer')
    await pos.getByLabel('Name', { exact: true }).fill('Bar')
    await lockItself(app)
    await signIn(pos, 'Olga')
    await expect(pos.getByLabel('Name', { exact: true })).toHaveValue('Bar')
    await app.close()
  })

  test('another person sees nothing of it, nor finds it on the same page', async ({ service }) => {
    const app = await openShop(service)
    const { pos } = app
    const payment = await payElsewhere(service, 5_000)
    await pos.keyboard.press('Escape')
    await openPayment(pos, payment.payment_intent_id)
    await pos.getByRole('button', { name: /^Refund/ }).click()
    await pos.keyboard.type('1234')
    await pos.keyboard.press('Enter')
    await pos.getByLabel('Reason (optional)').fill('One cup was cold')
    await lockItself(app)
    await pos.getByRole('button', { name: 'Bea Owner' }).click()
    await enterPin(pos, '735914')
    await expect(pos.getByRole('heading', { name: 'Choose your PIN' })).toBeVisible()
    await enterPin(pos, pins.Bea)
    await enterPin(pos, pins.Bea)
    await expect(emptyCharge(pos)).toBeVisible()
    const body = pos.locator('body')
    await expect(body).not.toContainText('$12.34')
    await expect(pos.getByLabel('Reason (optional)')).toHaveCount(0)
    await pos.keyboard.press('F6')
    await expect(pos.locator(`button[data-intent="${payment.payment_intent_id}"]`)).toBeVisible()
    await expect(body).not.toContainText('$12.34')
    await app.close()
  })

  test('a page that closes by itself continues after the PIN of its role, while the cashier sees nothing of it', async ({
    service,
  }) => {
    await service.plugTerminal({ hsn })
    const app = await launchApp({ service, hsn })
    const { pos } = app
    await app.passTime(0)
    await readyToSell(pos)
    const payment = await payElsewhere(service, 5_000)
    await enter(pos, 'Payments')
    await openPayment(pos, payment.payment_intent_id)
    await pos.getByRole('button', { name: /^Refund/ }).click()
    await pos.keyboard.type('1234')
    await app.passTime(6 * minute)
    await expect(emptyCharge(pos)).toBeVisible()
    await expect(pos.getByRole('button', { name: 'Refund $12.34' })).toBeHidden()
    await expect(pos.getByText('$12.34').filter({ visible: true })).toHaveCount(0)
    await goTo(pos, 'Payments')
    await enterPin(pos)
    await isOpen(pos)
    await expect(pos.getByRole('button', { name: /^Refund \$12\.34/ })).toBeVisible()
    await app.close()
  })

  test('a page that waits for its PIN asks for that PIN, and keeps no secret that was typed in place of it', async ({
    service,
  }) => {
    await service.plugTerminal({ hsn })
    const app = await launchApp({ service, hsn })
    const { pos } = app
    await app.passTime(0)
    await readyToSell(pos)
    await enter(pos, 'Payments')
    await press(pos, 'Change PIN')
    await expect(pos.getByRole('heading', { name: 'The current PIN' })).toBeVisible()
    await app.passTime(6 * minute)
    await expect(emptyCharge(pos)).toBeVisible()
    await goTo(pos, 'Payments')
    await expect(pos.getByRole('heading', { name: 'Manager’s PIN' })).toBeVisible()

    await press(pos, 'Forgot PIN')
    await pos.getByLabel('Service key').fill('sk_of_the_shop')
    await press(pos, 'Back to the counter')
    await expect(emptyCharge(pos)).toBeVisible()
    await goTo(pos, 'Payments')
    await press(pos, 'Forgot PIN')
    await expect(pos.getByLabel('Service key')).toHaveValue('')
    await app.close()
  })

  test('a dialog that waited does not cover the recovery code of the person who forgot the PIN, who then goes on in it', async ({
    service,
  }) => {
    const app = await openShop(service)
    const { pos, recoveryCode } = app
    const payment = await payElsewhere(service, 5_000)
    await pos.keyboard.press('Escape')
    await openPayment(pos, payment.payment_intent_id)
    await pos.getByRole('button', { name: /^Refund/ }).click()
    await pos.keyboard.type('1234')
    await pos.keyboard.press('Enter')
    await pos.getByLabel('Reason (optional)').fill('One cup was cold')
    await lockItself(app)
    await press(pos, 'Forgot PIN')
    await pos.getByLabel('Recovery code').fill(recoveryCode)
    await pos.getByLabel('New PIN').fill('648203')
    await press(pos, 'Set this PIN')
    await expect(pos.getByText(code)).toBeVisible()
    await expect(pos.getByRole('dialog')).toBeHidden()
    await press(pos, 'I have written it down')
    await expect(pos.getByRole('dialog')).toContainText('$12.34')
    await expect(pos.getByLabel('Reason (optional)')).toHaveValue('One cup was cold')
    await pos.keyboard.press('Escape')
    await expect(pos.getByRole('dialog')).toBeHidden()
    await expect(pos.getByRole('button', { name: 'Refund $12.34' })).toBeVisible()
    await app.close()
  })
})
