import { books, booksBefore, paidOnce } from './support/books.ts'
import { test as base, charge, emptyCharge, expect, hsn } from './support/counter.ts'
import { noTips } from './support/counter-screen.ts'
import { type FileShop, shopOfFile } from './support/file-shop.ts'
import { press, reaches } from './support/screen.ts'

// A bank whose terminals read the card and have it authorized in one call (docs/decisions/0037): the counter gets no card,
// and a sale may be charged from the moment the customer is asked.
const test = base.extend<{ readonly shop: FileShop }>({
  shop: shopOfFile({ processor: 'harsh-terminals', settings: noTips }),
})

/** An amount for which the answer to the authorization is lost (docs/sandbox.md). */
const answerLost = { digits: '300200', cents: 300_200 }

test.describe('a terminal that authorizes cards itself', () => {
  test('a sale with a lost answer is checked, and approved once its order is found', async ({
    shop: { service, app },
  }) => {
    const { pos } = app
    await service.changeTerminal(hsn, { script: 'approve' })
    const before = await booksBefore(service)
    await charge(pos, answerLost.digits)
    await reaches(pos, 'Checking')
    await expect
      .poll(
        async () => {
          await service.advance(20)
          return (await service.newestIntent()).status
        },
        { timeout: 60_000, intervals: [100] },
      )
      .toBe('captured')
    await reaches(pos, 'Approved')
    expect(await books(service, before)).toEqual(paidOnce(answerLost.cents))
    const [payment] = await service.payments((await service.newestIntent()).id)
    expect(payment?.payment_method?.card?.last_four_digits).toBe('1111')
    await press(pos, 'New sale')
  })

  test('a customer who cancels at the terminal is not charged, and the next sale can begin', async ({
    shop: { service, app },
  }) => {
    const { pos } = app
    await service.changeTerminal(hsn, { script: 'customer_cancels' })
    const before = await booksBefore(service)
    await charge(pos, '1481')
    await expect(pos.locator('[data-sale-state="stopped"]')).toBeVisible()
    expect(await books(service, before)).toMatchObject({ payments: ['failed 0'], bank: 0 })
    await press(pos, 'New sale')
    await expect(emptyCharge(pos)).toBeVisible()
  })
})
