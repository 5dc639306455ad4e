import { books } from './support/books.ts'
import { charge, emptyCharge, expect, hsn } from './support/counter.ts'
import { isKept } from './support/kept-sale.ts'
import { press, reaches, showsText, soon } from './support/screen.ts'
import { bankIsAsked, test } from './support/trouble.ts'

const card = '4111111111111111'
/** The test card whose bank never answers. */
const bankThatNeverKnows = '4000000000050031'
const twoMinutes = 121_000

test.describe('a payment whose outcome stays unknown', () => {
  test('a payment with an unknown outcome is parked, the next customer pays, and a person keeps it once it is approved', async ({
    shop,
  }) => {
    const { app, pos, line, booked } = await shop({ card })
    line.cut((request) => {
      if (request === 'POST /terminals/processor/auth_card') return 'lost'
      return request.startsWith('GET /payment_intents/') ? 'never_arrives' : 'answered'
    })
    await charge(pos, '6100')
    await reaches(pos, 'Checking')
    await expect(pos.getByText(/^Times we asked: \d+$/).first()).toBeVisible(soon)
    await expect(pos.getByRole('button', { name: 'Set this payment aside' })).toHaveCount(0)
    await app.setClockBy(twoMinutes)
    await press(pos, 'Set this payment aside')
    await app.setClockBy(-twoMinutes)

    const parked = pos.getByRole('list', { name: 'Payments set aside' })
    await expect(parked).toContainText('still being checked')
    await expect(emptyCharge(pos)).toBeVisible()
    line.cut((request) => (request.startsWith('GET /payment_intents/') ? 'never_arrives' : 'answered'))
    await charge(pos, '500')
    await reaches(pos, 'Approved')
    await press(pos, 'New sale')
    await expect(parked).toContainText('$61.00')

    line.cut(() => 'answered')
    await expect(parked).toContainText('was approved', soon)
    await press(pos, 'Keep $61.00')
    await expect(parked).toContainText('was approved and kept', soon)
    await press(pos, 'Seen')
    await expect(parked).toHaveCount(0)
    expect(await booked()).toEqual({
      intents: ['captured', 'captured'],
      payments: ['captured 500', 'captured 6100'],
      bank: 6600,
    })
  })

  test('a parked payment is still there after a power failure, and the counter continues', async ({
    service,
    launch,
  }) => {
    await service.plugTerminal({ hsn, card: bankThatNeverKnows })
    const first = await launch()
    await charge(first.pos, '6200')
    await expect.poll(() => bankIsAsked(service), soon).toBe(true)
    await service.advance(31)
    await reaches(first.pos, 'Checking')
    await showsText(first.pos, 'Times we asked: 1')
    await first.setClockBy(twoMinutes)
    await press(first.pos, 'Set this payment aside')
    await expect(emptyCharge(first.pos)).toBeVisible()
    await isKept(first, service, 'ready')
    await first.kill()

    await service.changeTerminal(hsn, { card })
    const { pos } = await launch({ userData: first.userData })
    await charge(pos, '700')
    await reaches(pos, 'Approved')
    await press(pos, 'New sale')
    const parked = pos.getByRole('list', { name: 'Payments set aside' })
    await expect(parked).toContainText('$62.00')
    await expect(parked).toContainText('still being checked')
    await expect(parked.getByRole('button')).toHaveText(['Write down what you know'])
    expect(await books(service)).toMatchObject({ intents: ['processing', 'captured'] })
  })
})
