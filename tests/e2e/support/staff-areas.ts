import { expect, type Page } from '@playwright/test'
import type { Payment } from '../../../src-shared/api/schemas/payment.ts'
import { must } from '../../support/must.ts'
import { emptyCharge, hsn } from './counter.ts'
import type { TestService } from './service.ts'

export const pin = '246810'

/** Opens a page behind a PIN: F6 for payments, F7 for terminals. */
export async function goTo(pos: Page, page: 'Payments' | 'Terminals'): Promise<void> {
  await pos.keyboard.press(page === 'Payments' ? 'F6' : 'F7')
  await expect(pos.getByRole('group', { name: 'PIN keypad' })).toBeVisible()
}

/** Chooses the first PIN of a page, typed twice; if the other page has a PIN, types that one as well. */
export async function choosePin(pos: Page, digits = pin): Promise<void> {
  if (await needsVoucher(pos)) {
    await pos.keyboard.type(pin)
    await pos.keyboard.press('Enter')
  }
  await expect(pos.getByRole('heading', { name: 'Choose a PIN' })).toBeVisible()
  await pos.keyboard.type(digits)
  await pos.keyboard.press('Enter')
  await expect(pos.getByRole('heading', { name: 'Once more, to be sure' })).toBeVisible()
  await pos.keyboard.type(digits)
  await pos.keyboard.press('Enter')
  await isOpen(pos)
}

const needsVoucher = (pos: Page) => pos.getByText('has no PIN yet.').isVisible()

export async function enterPin(pos: Page, digits = pin): Promise<void> {
  await pos.keyboard.type(digits)
  await pos.keyboard.press('Enter')
}

/** Opens a page behind a PIN, and chooses its PIN if there is none. */
export async function enter(pos: Page, page: 'Payments' | 'Terminals'): Promise<void> {
  await goTo(pos, page)
  if (await pos.getByRole('heading', { name: 'Choose a PIN' }).isVisible()) return choosePin(pos)
  if (await needsVoucher(pos)) return choosePin(pos)
  await enterPin(pos)
  await isOpen(pos)
}

/** Leaves a page behind a PIN, from any place in it. */
export async function backToCounter(pos: Page): Promise<void> {
  await expect(async () => {
    await pos.keyboard.press('Escape')
    await expect(emptyCharge(pos)).toBeVisible({ timeout: 500 })
  }).toPass()
}

export const isOpen = (pos: Page) => expect(pos.locator('main[data-open="true"]')).toBeVisible()

/** Opens one payment on the payments page. */
export async function openPayment(pos: Page, intentId: string): Promise<void> {
  await pos.locator(`button[data-intent="${intentId}"]`).click()
  await expect(pos.getByText(intentId)).toBeVisible()
}

/** Takes a card payment at the service, as another counter would. */
export async function pay(
  { client }: TestService,
  amount: number,
  { capture = true, on = hsn }: { readonly capture?: boolean; readonly on?: string } = {},
): Promise<Payment> {
  const intent = await must(client.call('payment_intents.create', { body: { amount, capture } }))
  const opened = await must(client.call('terminals.connect', { body: { hsn: on } }))
  const sessionKey = opened.session_key
  const body = { hsn: on, payment_intent_id: intent.id, include_signature: false }
  const payment = await must(client.call('terminals.auth_card', { body, sessionKey }))
  await must(client.call('terminals.disconnect', { body: { hsn: on }, sessionKey }))
  return payment
}

let others = 0

/** As `pay`, while the counter of the test uses its own terminal. */
export async function payElsewhere(service: TestService, amount: number, capture = true): Promise<Payment> {
  others += 1
  const on = `VT-ELSEWHERE-${others}`
  await service.plugTerminal({ hsn: on })
  return pay(service, amount, { capture, on })
}

export const intentOf = (service: TestService, id: string) =>
  must(service.client.call('payment_intents.get', { params: { id } }))

export const refundsOf = async (service: TestService, id: string) =>
  (await must(service.client.call('payments.list_refunds', { params: { id }, query: {} }))).data
