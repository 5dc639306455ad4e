import type { TestApp } from './support/app.ts'
import { books, paidOnce } from './support/books.ts'
import { charge, expect, hsn } from './support/counter.ts'
import { reaches, showsText } from './support/screen.ts'
import type { TestService } from './support/service.ts'
import { choosePin, enterPin, goTo, intentOf, openPayment, refundsOf } from './support/staff-areas.ts'
import { test } from './support/trouble.ts'

// A bank that behaves as gateways do at their worst (docs/sandbox.md). These amounts choose what befalls the
// authorization; captures, voids, refunds and inquiries are lost at random. In the end three books agree: what the
// cashier reads, what the service wrote, and what the bank holds.
test.use({ processor: 'harsh' })

const answerLost = { digits: '300200', cents: 300_200 }
const requestLost = { digits: '300100', cents: 300_100 }

/** Long enough for every question to be asked again, and for a batch to close. */
const eventually = { timeout: 60_000, intervals: [100] }

/** The bank closes a batch at every tenth minute of the clock. */
const batchSeconds = 600

/** Time passes for the service until it has learned what the test waits for. */
const learns = (service: TestService, look: () => Promise<unknown>, seconds = 20) =>
  expect.poll(async () => {
    await service.advance(seconds)
    return look()
  }, eventually)

async function sell({ pos }: TestApp, service: TestService): Promise<string> {
  await charge(pos, answerLost.digits)
  await reaches(pos, 'Checking')
  await learns(service, async () => (await service.newestIntent()).status).toBe('captured')
  await reaches(pos, 'Approved')
  expect(await books(service)).toEqual(paidOnce(answerLost.cents))
  await pos.keyboard.press('Enter')
  return (await service.newestIntent()).id
}

const button = ({ pos }: TestApp, name: string | RegExp) => pos.getByRole('button', { name })

test.describe('a sale on a bank at its worst', () => {
  test('a sale whose answer is lost is approved once it is found, and a part of it refunded once', async ({
    service,
    launch,
  }) => {
    await service.plugTerminal({ hsn })
    const app = await launch()
    const id = await sell(app, service)
    await goTo(app.pos, 'Payments')
    await choosePin(app.pos)
    await openPayment(app.pos, id)
    await button(app, /^Refund/).click()
    await app.pos.keyboard.type('1500')
    await button(app, 'Refund $15.00').click()
    await app.pos.getByRole('dialog').getByRole('button', { name: 'Refund $15.00' }).click()
    const payment = (await service.payments(id))[0]?.id ?? ''
    await expect.poll(async () => (await refundsOf(service, payment)).length, eventually).toBe(1)
    // Not before the batch has closed; asked for once, however often its answer is lost.
    await learns(service, async () => service.bankHolds(), 120).toBe(answerLost.cents - 1500)
    await learns(service, async () => (await refundsOf(service, payment))[0]?.awaits).toBe('settlement')
    expect(await intentOf(service, id)).toMatchObject({ amount_refunded: 1500 })
    expect(service.bankHolds()).toBe(answerLost.cents - 1500)
  })

  test('a sale that is voided leaves nothing with the bank, even when the void is lost', async ({
    service,
    launch,
  }) => {
    // A batch that has just begun: what is in a closed one can no longer be voided.
    await service.advance(batchSeconds - (Math.floor(Date.now() / 1000) % batchSeconds) + 1)
    await service.plugTerminal({ hsn })
    const app = await launch()
    const id = await sell(app, service)
    await goTo(app.pos, 'Payments')
    await choosePin(app.pos)
    // The service's clock may have gone over midnight: its today is tomorrow here.
    await app.pos.getByRole('radio', { name: 'Any day' }).check({ force: true })
    await openPayment(app.pos, id)
    await button(app, /^Void/).click()
    await app.pos.getByRole('dialog').getByRole('button', { name: 'Void $3,002.00' }).click()
    // For so much money it is typed once more.
    await reaches(app.pos, 'The manager’s PIN, to send back $3,002.00')
    await enterPin(app.pos)
    await learns(service, async () => service.bankHolds()).toBe(0)
    await learns(service, async () => (await intentOf(service, id)).status).toBe('cancelled')
    expect(service.bankHolds()).toBe(0)
  })

  test('a sale whose request is lost moves no money, neither then nor a day later', async ({
    service,
    launch,
  }) => {
    await service.plugTerminal({ hsn })
    const { pos } = await launch()
    await charge(pos, requestLost.digits)
    await reaches(pos, 'Checking')
    await showsText(pos, 'Do not charge again.')
    await learns(service, async () => (await service.newestIntent()).status).toBe('created')
    await expect(pos.locator('[data-sale-state="declined"], [data-sale-state="stopped"]')).toBeVisible(
      eventually,
    )
    expect(await books(service)).toEqual({ intents: ['created'], payments: ['failed 0'], bank: 0 })
    await service.advance(24 * 3600)
    expect(service.bankHolds()).toBe(0)
  })
})
