import type { TestApp } from './support/app.ts'
import { books, booksBefore, paidOnce } from './support/books.ts'
import { charge, emptyCharge, expect } from './support/counter.ts'
import { noTips } from './support/counter-screen.ts'
import { type FileShop, shopOfFile } from './support/file-shop.ts'
import { reaches, showsText } from './support/screen.ts'
import type { TestService } from './support/service.ts'
import { backToCounter, enter, enterPin, intentOf, openPayment, refundsOf } from './support/staff-areas.ts'
import { test as base } from './support/worker.ts'

// A bank with the worst behaviour of real gateways (docs/sandbox.md). These amounts choose the fault of the
// authorization; captures, voids, refunds and inquiries are lost at random. At the end three records agree: what the
// cashier reads, what the service stored, and what the bank holds.

/** Only the first test may assume that the service's clock is still that of the computer. */
const test = base.extend<{ readonly shop: FileShop }>({
  shop: shopOfFile({ processor: 'harsh', settings: noTips }),
})

const answerLost = { digits: '300200', cents: 300_200 }
const requestLost = { digits: '300100', cents: 300_100 }

/** Long enough for every look-up to be repeated and for a batch to close. */
const eventually = { timeout: 60_000, intervals: [100] }

/** The bank closes a batch every ten minutes of its clock. */
const batchSeconds = 600

/** Advances the service's clock until the expected state is reached. */
const learns = (service: TestService, look: () => Promise<unknown>, seconds = 20) =>
  expect.poll(async () => {
    await service.advance(seconds)
    return look()
  }, eventually)

async function sell({ app: { pos }, service }: FileShop): Promise<string> {
  const before = await booksBefore(service)
  await charge(pos, answerLost.digits)
  await reaches(pos, 'Checking')
  await learns(service, async () => (await service.newestIntent()).status).toBe('captured')
  await reaches(pos, 'Approved')
  expect(await books(service, before)).toEqual(paidOnce(answerLost.cents))
  await pos.keyboard.press('Enter')
  // During a sale no page behind a PIN opens.
  await expect(emptyCharge(pos)).toBeVisible()
  return (await service.newestIntent()).id
}

const button = ({ pos }: TestApp, name: string | RegExp) => pos.getByRole('button', { name })

/** The service's clock may be past midnight, so its date may be tomorrow here. */
const anyDay = ({ pos }: TestApp) => pos.getByRole('radio', { name: 'Any day' }).check({ force: true })

test.describe('a sale with an unreliable bank', () => {
  test('a voided sale leaves no money at the bank, even if the void is lost', async ({ shop }) => {
    const { app, service } = shop
    // Start a new batch, since a payment of a closed batch cannot be voided.
    await service.advance(batchSeconds - (Math.floor(Date.now() / 1000) % batchSeconds) + 1)
    const id = await sell(shop)
    await enter(app.pos, 'Payments')
    await anyDay(app)
    await openPayment(app.pos, id)
    await button(app, /^Void/).click()
    await app.pos.getByRole('dialog').getByRole('button', { name: 'Void $3,002.00' }).click()
    // For this amount the PIN must be typed again.
    await reaches(app.pos, 'The manager’s PIN, to send back $3,002.00')
    await enterPin(app.pos)
    await learns(service, async () => service.bankHolds()).toBe(0)
    await learns(service, async () => (await intentOf(service, id)).status).toBe('cancelled')
    expect(service.bankHolds()).toBe(0)
    await backToCounter(app.pos)
  })

  test('a sale with a lost answer is approved once it is found, and a partial refund is made once', async ({
    shop,
  }) => {
    const { app, service } = shop
    const before = await booksBefore(service)
    const id = await sell(shop)
    await enter(app.pos, 'Payments')
    await anyDay(app)
    await openPayment(app.pos, id)
    await button(app, /^Refund/).click()
    await app.pos.keyboard.type('1500')
    await button(app, 'Refund $15.00').click()
    await app.pos.getByRole('dialog').getByRole('button', { name: 'Refund $15.00' }).click()
    const payment = (await service.payments(id))[0]?.id ?? ''
    await expect.poll(async () => (await refundsOf(service, payment)).length, eventually).toBe(1)
    // Not before the batch has closed, and only once, however often the answer is lost.
    await learns(service, async () => service.bankHolds() - before.bank, 120).toBe(answerLost.cents - 1500)
    await learns(service, async () => (await refundsOf(service, payment))[0]?.awaits).toBe('settlement')
    expect(await intentOf(service, id)).toMatchObject({ amount_refunded: 1500 })
    expect(service.bankHolds() - before.bank).toBe(answerLost.cents - 1500)
    await backToCounter(app.pos)
  })

  test('a sale whose request is lost moves no money, not even a day later', async ({ shop }) => {
    const { service } = shop
    const { pos } = shop.app
    const before = await booksBefore(service)
    await charge(pos, requestLost.digits)
    await reaches(pos, 'Checking')
    await showsText(pos, 'Do not charge again.')
    await learns(service, async () => (await service.newestIntent()).status).toBe('created')
    await expect(pos.locator('[data-sale-state="declined"], [data-sale-state="stopped"]')).toBeVisible(
      eventually,
    )
    expect(await books(service, before)).toEqual({ intents: ['created'], payments: ['failed 0'], bank: 0 })
    await service.advance(24 * 3600)
    expect(service.bankHolds()).toBe(before.bank)
  })
})
