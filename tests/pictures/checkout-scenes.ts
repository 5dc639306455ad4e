import type { Page } from 'playwright-core'
import type { CheckoutCollected, CheckoutPage } from '../../src-shared/api/schemas/checkout-page.ts'

/** A state of the payers' page: the service's answer, and the payer's steps to that state. */
export interface CheckoutScene {
  readonly view: CheckoutPage | 'no_answer' | 'missing'
  /** The answer about the card. */
  readonly collected?: CheckoutCollected
  /** The answer to a payment; absent: no answer. */
  readonly paid?: CheckoutPage
  readonly steps?: (page: Page) => Promise<void>
  /** The value of `data-screen` in this state. */
  readonly screen: string
  /** The page goes on to the shop by itself after some seconds, so a picture is taken, but it is not examined. */
  readonly leadsOn?: boolean
}

const open: CheckoutPage = {
  id: 'cs_01SCENE',
  entity: 'checkout_page',
  mode: 'payment',
  state: 'open',
  merchant_name: 'Harbour Books',
  currency: 'USD',
  subtotal: 8650,
  discount_amount: 865,
  tax_amount: 623,
  taxes: [
    { name: 'GST', rate: 5_000, amount: 208 },
    { name: 'QST', rate: 9_975, amount: 415 },
  ],
  tip_amount: 0,
  amount: 7785,
  lines: [
    { description: 'The Sea Around Us, hardcover', quantity: 1, unit_amount: 3450, amount: 3450 },
    { description: 'Pocket notebook, dotted, 96 pages', quantity: 4, unit_amount: 1300, amount: 5200 },
  ],
  whole_amount: null,
  description: 'Order 10482',
  surcharge: { type: 'percentage', percent: 2.5 },
  payment_method_types: ['card', 'bank', 'ca_bank'],
  billing: { postal_code: 'required' },
  customer_email: null,
  last_attempt: null,
  payment: null,
  saved: null,
  success_url: null,
  cancel_url: 'https://shop.example/basket?session_id=cs_01SCENE',
  expires_at: '2026-11-23T12:00:00.000Z',
  wallets_requested: true,
  training: true,
}

const plain: CheckoutPage = { ...open, surcharge: { type: 'disabled' }, payment_method_types: ['card'] }

const paid: CheckoutPage = {
  ...open,
  state: 'paid',
  payment: {
    status: 'captured',
    amount: 7980,
    surcharge_amount: 195,
    payment_method_type: 'card',
    brand: 'Visa',
    last_four_digits: '1111',
    paid_at: '2026-11-22T15:04:00.000Z',
    receipt_number: 'pay_01JDC4X7Q2M8K5T9',
  },
  success_url: 'https://shop.example/thanks?session_id=cs_01SCENE',
}

const collected: CheckoutCollected = {
  payment_method: { id: 'pm_1', type: 'card', brand: 'Visa', last_four_digits: '5556', funding: 'debit' },
  amount: 7785,
  surcharge_amount: 0,
  page: open,
}

const collectedCredit: CheckoutCollected = {
  ...collected,
  payment_method: { id: 'pm_2', type: 'card', brand: 'Visa', last_four_digits: '1111', funding: 'credit' },
  amount: 7980,
  surcharge_amount: 195,
}

const save: CheckoutPage = {
  ...plain,
  id: 'pmi_01SCENE',
  mode: 'save',
  ...{ subtotal: 0, discount_amount: 0, tax_amount: 0, taxes: [], amount: 0 },
  lines: [],
  description: null,
  payment_method_types: ['card', 'bank'],
  billing: { postal_code: 'optional' },
  cancel_url: null,
  wallets_requested: false,
}

/** Fields are found by id, which is the same in every language. */
async function typeCard(page: Page, number = '4000 0566 5566 5556'): Promise<void> {
  await page.locator('#card-number').pressSequentially(number.replaceAll(' ', ''))
  await page.locator('#card-expiry').pressSequentially('1232')
  await page.locator('#card-cvv').fill('123')
  await page.locator('#billing-details-postal-code').fill('60601')
}

const pay = (page: Page) => page.locator('button[type=submit]').click()

/** Every state that a payer can see. */
export const checkoutScenes = {
  open: { view: open, screen: 'details' },
  'open-typed': { view: open, screen: 'details', steps: (page) => typeCard(page, '378282246310005') },
  'open-one-method': { view: plain, screen: 'details' },
  'open-many-lines': {
    view: {
      ...plain,
      lines: Array.from({ length: 9 }, (_, index) => ({
        description: `Thing number ${index + 1}`,
        quantity: 1,
        unit_amount: 500,
        amount: 500,
      })),
    },
    screen: 'details',
  },
  'open-part': {
    view: {
      ...plain,
      ...{ subtotal: 2819, discount_amount: 0, tax_amount: 0, taxes: [], amount: 2819, whole_amount: 5319 },
      lines: [{ description: 'Poster', quantity: 2, unit_amount: 2475, amount: 4950 }],
    },
    screen: 'details',
  },
  'open-problems': { view: open, screen: 'details', steps: pay },
  bank: { view: open, screen: 'details', steps: (page) => page.locator('input[value=bank]').check() },
  'ca-bank': {
    view: open,
    screen: 'details',
    steps: async (page) => {
      await page.locator('input[value=ca_bank]').check()
      await pay(page)
    },
  },
  confirm: {
    view: open,
    collected,
    screen: 'confirm',
    steps: async (page) => {
      await typeCard(page)
      await pay(page)
      await page.locator('[data-screen=confirm]').waitFor()
    },
  },
  paying: {
    view: open,
    collected,
    screen: 'paying',
    steps: async (page) => {
      await typeCard(page)
      await pay(page)
      await page.locator('[data-screen=confirm] .primary').click()
      await page.locator('[data-screen=paying]').waitFor()
    },
  },
  declined: {
    view: {
      ...open,
      last_attempt: { outcome: 'declined', category: 'insufficient_funds', at: '2026-11-22T15:04:00.000Z' },
    },
    screen: 'declined',
  },
  unknown: { view: { ...open, state: 'unknown' }, screen: 'unknown' },
  paid: {
    view: open,
    collected: collectedCredit,
    paid,
    screen: 'paid',
    steps: async (page) => {
      await typeCard(page, '4111111111111111')
      await pay(page)
      await page.locator('[data-screen=paid]').waitFor()
    },
    leadsOn: true,
  },
  'paid-staying': {
    view: open,
    collected: collectedCredit,
    paid,
    screen: 'paid',
    steps: async (page) => {
      await typeCard(page, '4111111111111111')
      await pay(page)
      await page.locator('.redirect button').click()
    },
  },
  'already-paid': { view: paid, screen: 'already_paid' },
  'paid-part': {
    view: { ...paid, payment: paid.payment && { ...paid.payment, amount: 5000, surcharge_amount: 0 } },
    screen: 'already_paid',
  },
  'bank-pending': {
    view: {
      ...paid,
      payment: paid.payment && {
        ...paid.payment,
        status: 'pending',
        amount: 7785,
        surcharge_amount: 0,
        payment_method_type: 'bank',
        brand: null,
        last_four_digits: '6789',
      },
    },
    screen: 'already_paid',
  },
  save: { view: save, screen: 'details' },
  'save-declined': {
    view: {
      ...save,
      last_attempt: { outcome: 'declined', category: 'incorrect_cvv', at: '2026-11-22T15:04:00.000Z' },
    },
    screen: 'declined',
  },
  saved: {
    view: {
      ...save,
      state: 'saved',
      saved: { payment_method_type: 'card', brand: 'Mastercard', last_four_digits: '4444' },
    },
    screen: 'saved',
  },
  expired: { view: { ...open, state: 'expired' }, screen: 'expired' },
  cancelled: { view: { ...open, state: 'cancelled' }, screen: 'cancelled' },
  missing: { view: 'missing', screen: 'not_found' },
  unreachable: { view: 'no_answer', screen: 'unreachable' },
} as const satisfies Record<string, CheckoutScene>
