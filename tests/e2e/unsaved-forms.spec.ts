import type { Page } from '@playwright/test'
import type { TestApp } from './support/app.ts'
import { test as base, emptyCharge, expect } from './support/counter.ts'
import { type FileShop, shopOfFile } from './support/file-shop.ts'
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

const minute = 60_000
const code = /^(\w{4}-){4}\w{4}$/

const press = (pos: Page, name: string) => pos.getByRole('button', { name, exact: true }).click()

/** A shop whose owner is Olga; it locks itself after five minutes. */
interface OwnersShop extends FileShop {
  readonly olga: { pin: string; recoveryCode: string }
}

/** Both shops are shared by the tests that use them, and their clocks pass on. */
interface Shops {
  readonly ownersShop: OwnersShop
  /** A shop without people: its pages open by a PIN each. */
  readonly shopOfPins: FileShop
}

/** Number of other owners so far. */
let others = 0
const owners = new WeakMap<FileShop, OwnersShop>()

const test = base.extend<Shops & { readonly shopOfOwners: FileShop }>({
  shopOfOwners: shopOfFile(),
  // Each test begins and ends at the counter; Olga is signed in when it begins.
  ownersShop: async ({ shopOfOwners }, use) => {
    const { pos } = shopOfOwners.app
    const shop = owners.get(shopOfOwners) ?? (await setUpOwner(shopOfOwners))
    owners.set(shopOfOwners, shop)
    if (await whoIsAt(pos).isVisible()) await signIn(pos, shop.olga)
    await use(shop)
    await backToCounter(pos)
    await lockItself(shop.app)
  },
  shopOfPins: shopOfFile(),
})

async function setUpOwner({ app, service }: FileShop): Promise<OwnersShop> {
  const { pos } = app
  const olga = { pin: '902817', recoveryCode: '' }
  await app.passTime(0)
  await goTo(pos, 'Payments')
  await choosePin(pos)
  await press(pos, 'People')
  await press(pos, 'Set up the owner')
  await pos.getByLabel('Name').fill('Olga')
  await pos.getByLabel('PIN (6 to 8 digits)').fill(olga.pin)
  await pos.getByLabel('The same PIN once more').fill(olga.pin)
  await pos.getByLabel('The current manager’s PIN, to confirm').fill(pin)
  await press(pos, 'Save')
  olga.recoveryCode = (await pos.getByText(code).textContent()) ?? ''
  await press(pos, 'I have written it down')
  await backToCounter(pos)
  return { app, service, olga }
}

const whoIsAt = (pos: Page) => pos.getByRole('heading', { name: 'Who is at the counter?' })

async function lockItself({ pos, passTime }: TestApp): Promise<void> {
  await passTime(6 * minute)
  await expect(whoIsAt(pos)).toBeVisible()
}

async function signIn(pos: Page, olga: OwnersShop['olga']): Promise<void> {
  await pos.getByRole('button', { name: 'Olga Owner' }).click()
  await enterPin(pos, olga.pin)
  await expect(pos.locator('main[data-place="sign_in"]')).toHaveCount(0)
}

test.describe('forms that are not finished when the counter locks itself', () => {
  test('a refund, a note, an item, a person and a printer continue for the person who unlocks', async ({
    ownersShop: { app, service, olga },
  }) => {
    const { pos } = app
    const payment = await payElsewhere(service, 5_000)

    // A new person: the name stays; a PIN is typed anew.
    await pos.keyboard.press('F6')
    await press(pos, 'People')
    await press(pos, 'Add person')
    await pos.getByLabel('Name').fill('Chi')
    await pos.getByLabel('First PIN (6 to 8 digits)').fill('735914')
    await lockItself(app)
    await expect(pos.getByLabel('Name')).toBeHidden()
    await signIn(pos, olga)
    await expect(pos.getByLabel('Name')).toHaveValue('Chi')
    await expect(pos.getByLabel('First PIN (6 to 8 digits)')).toHaveValue('')
    await press(pos, 'All payments')

    // A new item.
    await press(pos, 'Items')
    await pos.getByRole('button', { name: /^Add (the first|an) item$/ }).click()
    await pos.getByLabel('Name', { exact: true }).fill('Oat latte')
    await pos.getByLabel('Price', { exact: true }).fill('4.50')
    await lockItself(app)
    await signIn(pos, olga)
    await expect(pos.getByLabel('Name', { exact: true })).toHaveValue('Oat latte')
    await press(pos, 'Save')
    await expect(pos.getByRole('button', { name: /Oat latte/ }).first()).toBeVisible()
    await press(pos, 'All payments')

    // A note and then a refund: its amount, and its reason in the confirmation.
    await openPayment(pos, payment.payment_intent_id)
    await press(pos, 'Add a note')
    await pos.getByLabel('Note', { exact: true }).fill('Called twice')
    await lockItself(app)
    await signIn(pos, olga)
    await expect(pos.getByLabel('Note', { exact: true })).toHaveValue('Called twice')
    await pos.getByRole('button', { name: /^Refund/ }).click()
    await pos.keyboard.type('1234')
    await lockItself(app)
    await signIn(pos, olga)
    await pos.getByRole('button', { name: 'Refund $12.34' }).click()
    await pos.getByLabel('Reason (optional)').fill('One cup was cold')
    await lockItself(app)
    await expect(pos.getByRole('dialog')).toBeHidden()
    await signIn(pos, olga)
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
    await signIn(pos, olga)
    await expect(pos.getByLabel('Name', { exact: true })).toHaveValue('Bar')
  })

  test('another person sees nothing of it, nor finds it on the same page', async ({
    ownersShop: { app, service, olga },
  }) => {
    const { pos } = app
    const payment = await payElsewhere(service, 5_000)
    others += 1
    const bea = `Bea ${others}`
    await pos.keyboard.press('F6')
    await press(pos, 'People')
    await press(pos, 'Add person')
    await pos.getByLabel('Name').fill(bea)
    await pos.getByLabel('Role').selectOption('owner')
    await pos.getByLabel('First PIN (6 to 8 digits)').fill('735914')
    await pos.getByLabel('The same PIN once more').fill('735914')
    await pos.getByLabel('Your own PIN, to confirm').fill(olga.pin)
    await press(pos, 'Save')
    await expect(pos.getByRole('button', { name: `${bea} Owner` })).toBeVisible()
    await pos.keyboard.press('Escape')
    await openPayment(pos, payment.payment_intent_id)
    await pos.getByRole('button', { name: /^Refund/ }).click()
    await pos.keyboard.type('1234')
    await pos.keyboard.press('Enter')
    await pos.getByLabel('Reason (optional)').fill('One cup was cold')
    await lockItself(app)
    await pos.getByRole('button', { name: `${bea} Owner` }).click()
    await enterPin(pos, '735914')
    await expect(pos.getByRole('heading', { name: 'Choose your PIN' })).toBeVisible()
    await enterPin(pos, '570139')
    await enterPin(pos, '570139')
    await expect(emptyCharge(pos)).toBeVisible()
    const body = pos.locator('body')
    await expect(body).not.toContainText('$12.34')
    await expect(pos.getByLabel('Reason (optional)')).toHaveCount(0)
    await pos.keyboard.press('F6')
    await expect(pos.locator(`button[data-intent="${payment.payment_intent_id}"]`)).toBeVisible()
    await expect(body).not.toContainText('$12.34')
  })

  test('a page that closes by itself continues after the PIN of its role, while the cashier sees nothing of it', async ({
    shopOfPins: { app, service },
  }) => {
    const { pos } = app
    await app.passTime(0)
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
    await backToCounter(pos)
  })

  test('a page that waits for its PIN asks for that PIN, and keeps no secret that was typed in place of it', async ({
    shopOfPins: { app },
  }) => {
    const { pos } = app
    await app.passTime(0)
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
    await press(pos, 'Back to the counter')
  })

  test('a dialog that waited does not cover the recovery code of the person who forgot the PIN, who then goes on in it', async ({
    ownersShop: { app, service, olga },
  }) => {
    const { pos } = app
    const payment = await payElsewhere(service, 5_000)
    await pos.keyboard.press('F6')
    await openPayment(pos, payment.payment_intent_id)
    await pos.getByRole('button', { name: /^Refund/ }).click()
    await pos.keyboard.type('1234')
    await pos.keyboard.press('Enter')
    await pos.getByLabel('Reason (optional)').fill('One cup was cold')
    await lockItself(app)
    await press(pos, 'Forgot PIN')
    await pos.getByLabel('Recovery code').fill(olga.recoveryCode)
    olga.pin = olga.pin === '648203' ? '902817' : '648203'
    await pos.getByLabel('New PIN').fill(olga.pin)
    await press(pos, 'Set this PIN')
    await expect(pos.getByText(code)).toBeVisible()
    olga.recoveryCode = (await pos.getByText(code).textContent()) ?? ''
    await expect(pos.getByRole('dialog')).toBeHidden()
    await press(pos, 'I have written it down')
    await expect(pos.getByRole('dialog')).toContainText('$12.34')
    await expect(pos.getByLabel('Reason (optional)')).toHaveValue('One cup was cold')
    await pos.keyboard.press('Escape')
    await expect(pos.getByRole('dialog')).toBeHidden()
    await expect(pos.getByRole('button', { name: 'Refund $12.34' })).toBeVisible()
  })
})
