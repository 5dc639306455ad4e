import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startShop } from '../../docs/examples/shop/shop.mjs'
import { build } from '../../scripts/lib/build.mjs'
import { fromRoot } from '../../scripts/lib/paths.mjs'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { PaymentMethodIntent } from '../../src-shared/api/schemas/payment-method-intent.ts'
import { tracesIn, tracesOf } from '../attack/support/card-traces.ts'
import { launchChromium } from '../support/launch-chromium.ts'
import { type Ask, createAsk } from './support/ask.ts'
import { type RunningService, startService } from './support/running-service.ts'
import { openShopPage, type ShopPage } from './support/shop-page.ts'

/** The client-side step of section 4.1 in a real browser: the example shop has another origin than the service. */

const card = { number: '4242424242424242', expiry: '1249', code: '8372'.slice(0, 3) }
const account = '000123456789'
const plants = [
  { name: 'card', text: card.number },
  { name: 'security code', text: card.code },
  { name: 'account', text: account },
]

let service: RunningService
let ask: Ask
let shop: Awaited<ReturnType<typeof startShop>>
let browser: Browser
beforeAll(async () => {
  await build({ names: ['web'], report: () => {} })
  service = await startService(fromRoot('dist', 'web'))
  ask = createAsk(service)
  shop = await startShop({
    service: service.directUrl,
    privateKey: service.privateKey,
    publicKey: service.publicKey,
    account: service.accountId,
  })
  browser = await launchChromium()
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
  await service?.stop()
})

const visit = async (options: { readonly locale?: string } = {}) => {
  const opened = await openShopPage(browser, shop.url, options)
  onTestFinished(() => opened.close())
  return opened
}
const message = ({ page }: ShopPage) => page.locator('#message')
async function typeCard({ fields }: ShopPage, number = card.number) {
  await fields.getByLabel('Card number').fill(number)
  await fields.getByLabel('Expiry').fill(card.expiry)
  await fields.getByLabel('Security code').fill(card.code)
}
const newest = async <Resource>(name: 'payment_intents.list' | 'payment_method_intents.list') => {
  const page = (await ask(name, { query: '?limit=1' })).body as { readonly data: readonly Resource[] }
  return page.data[0]
}

describe('a shop with the browser SDK', () => {
  test("a shop sells without its page or its server ever seeing the card's digits", async () => {
    const visitor = await visit()
    await visitor.page.getByRole('button', { name: 'Buy' }).click()
    await typeCard(visitor)
    await visitor.page.getByRole('button', { name: 'Pay $18.50' }).click()
    await expect.poll(() => message(visitor).textContent()).toContain('Thank you')
    expect(await newest<PaymentIntent>('payment_intents.list')).toMatchObject({
      status: 'captured',
      amount: 1850,
      latest_payment: { cvv: 'M', payment_method: { card: { last_four_digits: '4242', brand: 'Visa' } } },
    })
    const seen = await visitor.seen()
    expect(seen).toContain('pm_')
    expect(tracesIn(Buffer.from(seen), plants)).toEqual([])
    // The search works: it finds the digits in the single request of the frame.
    const sent = visitor.toService.filter((request) => tracesIn(Buffer.from(request), plants).length > 0)
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/tokens\n/)
    expect(tracesOf(service.dataDirectory, plants)).toEqual([])
  })

  test('a shop learns that the fields are incomplete, which they show, and sells once they are right', async () => {
    const visitor = await visit()
    const { page, fields } = visitor
    await page.getByRole('button', { name: 'Buy' }).click()
    await fields.getByLabel('Card number').fill('4242 4242 4242 4241')
    // The button is held down: it must not move away while it is pressed.
    await page.getByRole('button', { name: 'Pay $18.50' }).click({ delay: 500 })
    await expect.poll(() => message(visitor).textContent()).toBe('Please look at the marked fields.')
    const number = fields.getByLabel('Card number')
    expect(await number.getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => number.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(visitor.toService.filter((request) => /\/tokens\n/.test(request))).toEqual([])
    await typeCard(visitor)
    // Enter in a field presses the shop's button.
    await fields.getByLabel('Security code').press('Enter')
    await expect.poll(() => message(visitor).textContent()).toContain('Thank you')
    expect(await page.locator('iframe').count()).toBe(0)
  })

  test('a shop is paid from a bank account, when the intent accepts that type', async () => {
    const visitor = await visit()
    const { page, fields } = visitor
    await page.getByRole('button', { name: 'Buy' }).click()
    await fields.getByLabel('Bank account').check()
    await fields.getByLabel('Name on the account').fill('Ana Torres')
    await fields.getByLabel('Routing number').fill('110000000')
    await fields.getByLabel('Account number').fill(account)
    await fields.getByLabel('Checking').check()
    // A bank account is debited only after this was shown to the payer (Nacha: who, how much, how often).
    const mandate = fields.getByText(
      /^By paying you allow .+ to take the amount .+ from this account once\.$/,
    )
    expect(await mandate.count()).toBe(1)
    expect(await fields.getByLabel('Institution number').count()).toBe(0)
    await page.getByRole('button', { name: 'Pay $18.50' }).click()
    await expect.poll(() => message(visitor).textContent()).toContain('Thank you')
    expect((await newest<PaymentIntent>('payment_intents.list'))?.status).toBe('pending')
    expect(tracesIn(Buffer.from(await visitor.seen()), plants)).toEqual([])
  })

  test("a shop saves a card for later, in the language of its page, and shows the bank's result", async () => {
    const visitor = await visit({ locale: 'es-MX' })
    const { page, fields } = visitor
    await page.evaluate(() => document.documentElement.removeAttribute('lang'))
    await page.getByRole('button', { name: 'Save a card for later' }).click()
    const typeIn = async (number: string) => {
      await fields.locator('[autocomplete=cc-number]').fill(number)
      await fields.locator('[autocomplete=cc-exp]').fill(card.expiry)
      await fields.locator('[autocomplete=cc-csc]').fill(card.code)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
    }
    await typeIn('4000000000000002')
    await expect.poll(() => message(visitor).textContent()).toBe('Do not honor')
    expect(await fields.locator('html').getAttribute('lang')).toBe('es')
    await typeIn(card.number)
    await expect.poll(() => message(visitor).textContent()).toContain('saved')
    const intent = await newest<PaymentMethodIntent>('payment_method_intents.list')
    expect(intent).toMatchObject({ status: 'succeeded', payment_method: { status: 'active' } })
    expect(intent?.validation_attempts).toHaveLength(2)
  })
})
