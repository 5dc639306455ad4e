import { notCharged, paidOnce } from './support/books.ts'
import { charge, emptyCharge, expect, hsn, terminalStatus } from './support/counter.ts'
import { press, reaches, showsText, soon } from './support/screen.ts'
import { bankIsAsked, learn, silentBank, terminalScreen, test } from './support/trouble.ts'

// See failures-1-to-5.spec.ts.

test.describe('6. POS killed mid-payment: open entries are settled before a new sale', () => {
  test('a POS killed during the request to the bank checks the payment, which is approved once', async ({
    shop,
  }) => {
    const { pos: before, booked, service, restartCounter } = await shop({ card: silentBank })
    await charge(before, '6100')
    await expect.poll(() => bankIsAsked(service), soon).toBe(true)
    const { pos } = await restartCounter()
    await reaches(pos, 'Checking')
    await showsText(pos, 'The bank has not decided yet.')
    await showsText(pos, 'Do not charge again.')
    await expect(emptyCharge(pos)).toHaveCount(0)
    await learn(service)
    await reaches(pos, 'Approved')
    expect(await booked()).toEqual(paidOnce(6100))
  })

  test('a POS killed at the card prompt shows afterwards that nothing was charged', async ({ shop }) => {
    const { pos: before, booked, service, restartCounter } = await shop({ script: 'silent' })
    await charge(before, '6200')
    await reaches(before, 'Waiting for the card')
    const { pos } = await restartCounter()
    await reaches(pos, 'Checking')
    // The terminal still asks for that card, until the service times out.
    await service.advance(151)
    await reaches(pos, 'Interrupted')
    await showsText(pos, 'No money moved')
    expect(await booked()).toEqual(notCharged)
    await press(pos, 'New sale')
    await expect.poll(() => booked(), soon).toEqual({ ...notCharged, intents: ['cancelled'] })
  })
})

test.describe('7. Link drops: the service’s result is waited for, and “connected” is what ping answers', () => {
  test('when the terminal is killed before the card is read, no money moves, and the sale continues when it is back', async ({
    shopWithDevice,
  }) => {
    const { pos, booked, device } = await shopWithDevice('--think', '4000')
    await charge(pos, '7100')
    await reaches(pos, 'Waiting for the card')
    await device.kill()
    await reaches(pos, 'Terminal not connected')
    await showsText(pos, 'No money moved')
    await expect(terminalStatus(pos)).toContainText('Offline', soon)
    expect(await booked()).toEqual(notCharged)
    device.start()
    await expect(terminalStatus(pos)).toContainText('Connected', soon)
    await press(pos, 'Try again')
    await reaches(pos, 'Approved')
    expect(await booked()).toEqual(paidOnce(7100))
  })

  test('a payment continues when the terminal is killed during the authorization', async ({
    shopWithDevice,
  }) => {
    const { pos, booked, line, service, device } = await shopWithDevice('--card', silentBank)
    line.cut((request) => (request.endsWith('/auth_card') ? 'late' : 'answered'))
    await charge(pos, '7200')
    await expect.poll(() => bankIsAsked(service), soon).toBe(true)
    await device.kill()
    await showsText(pos, 'The payment may still be going on: wait for its outcome.')
    line.letThrough()
    await reaches(pos, 'Checking')
    await learn(service)
    await reaches(pos, 'Approved')
    await expect(terminalStatus(pos)).toContainText('Offline')
    expect(await booked()).toEqual(paidOnce(7200))
  })

  test('when the terminal’s line drops during the signature, the sale stands without a signature', async ({
    shopWithDevice,
  }) => {
    const { pos, booked, device } = await shopWithDevice('--think', '4000')
    await charge(pos, '7300')
    await reaches(pos, 'Approved, waiting for signature')
    device.line.refuse(60_000)
    await reaches(pos, 'Approved')
    await expect(pos.getByRole('img', { name: 'Signature of the customer' })).toHaveCount(0)
    await expect(terminalStatus(pos)).toContainText('Offline', soon)
    device.line.heal()
    await expect(terminalStatus(pos)).toContainText('Connected', soon)
    expect(await booked()).toEqual(paidOnce(7300))
  })

  test('a counter whose line drops at the card prompt finds out that the customer has paid meanwhile', async ({
    shop,
  }) => {
    const { pos, booked, line } = await shop({ think_ms: 3000 })
    await charge(pos, '7400')
    await reaches(pos, 'Waiting for the card')
    line.drop()
    await reaches(pos, 'Checking')
    await showsText(pos, 'The terminal’s answer did not arrive.')
    await showsText(pos, 'The payment service cannot be reached')
    await expect.poll(() => booked(), soon).toEqual(paidOnce(7400))
    await reaches(pos, 'Checking')
    line.cut(() => 'answered')
    await reaches(pos, 'Approved')
    expect(await booked()).toEqual(paidOnce(7400))
  })
})

test.describe('8. Late results belong to their intent, never to the current sale', () => {
  test('an intent whose creation is answered during the next sale is closed, and does not affect that sale', async ({
    shop,
  }) => {
    const { pos, booked, line, service } = await shop({ card: silentBank })
    let created = 0
    line.cut((request) => (request === 'POST /payment_intents' && ++created === 1 ? 'late' : 'answered'))
    await charge(pos, '8100')
    await reaches(pos, 'Starting the sale')
    await press(pos, 'Cancel')
    await showsText(pos, 'No money moved')
    await press(pos, 'New sale')
    await charge(pos, '8200')
    await expect.poll(() => bankIsAsked(service), soon).toBe(true)
    line.letThrough()
    await expect.poll(async () => (await booked()).intents, soon).toEqual(['cancelled', 'processing'])
    await reaches(pos, 'Checking')
    await learn(service)
    await reaches(pos, 'Approved')
    await showsText(pos, '$82.00')
    expect(await booked()).toEqual({ ...paidOnce(8200), intents: ['cancelled', 'captured'] })
  })

  test('a card that the terminal sends during the next sale is not charged for it', async ({ shop }) => {
    const { pos, booked, service } = await shop({ script: 'answers_late' })
    await charge(pos, '8300')
    await expect.poll(() => terminalScreen(service), soon).toBe('processing')
    await press(pos, 'Cancel')
    await reaches(pos, 'Cancelled')
    // The next customer takes long enough for the late card to arrive during the prompt.
    await service.changeTerminal(hsn, { script: 'approve', think_ms: 3000 })
    await press(pos, 'New sale')
    await charge(pos, '8400')
    await reaches(pos, 'Approved')
    await showsText(pos, '$84.00')
    expect(await booked()).toEqual({ ...paidOnce(8400), intents: ['cancelled', 'captured'] })
  })
})

test.describe('9. Partial approvals and several attempts: only successful payments count', () => {
  test('a partial approval after a decline shows the balance due, and counts only with its own amount', async ({
    shop,
  }) => {
    const { pos, booked, service } = await shop({ script: 'decline' })
    await charge(pos, '600000')
    await reaches(pos, 'Declined')
    await showsText(pos, 'The card was not charged.')
    await service.changeTerminal(hsn, { script: 'partial' })
    await press(pos, 'Try another card')
    await reaches(pos, 'Only part was approved')
    await expect(pos.getByText('Still to pay')).toBeVisible()
    await showsText(pos, '$1,000.00')
    await press(pos, 'Keep $5,000.00, charge the rest')
    // A balance is still due, so the bill is not paid.
    await reaches(pos, 'Part paid')
    await showsText(pos, '$5,000.00 of $6,000.00 paid, $1,000.00 to pay')
    expect(await booked()).toEqual({
      intents: ['captured'],
      payments: ['captured 500000', 'failed 0'],
      bank: 500_000,
    })
    await press(pos, 'Undo and give everything back')
    await pos.getByRole('dialog').getByRole('button', { name: 'Undo and give everything back' }).click()
    await expect.poll(async () => (await booked()).bank, soon).toBe(0)
  })

  test('a partial approval that is not kept is voided completely', async ({ shop }) => {
    const { pos, booked } = await shop({ script: 'partial' })
    await charge(pos, '600000')
    await reaches(pos, 'Only part was approved')
    await press(pos, 'Void the payment')
    await showsText(pos, 'The payment was voided')
    expect(await booked()).toEqual({ intents: ['cancelled'], payments: ['voided 0'], bank: 0 })
  })
})

test.describe('10. Printer, signature or display failure never undoes the sale; offline is shown', () => {
  test('a receipt that cannot be printed without paper does not affect the payment', async ({ shop }) => {
    const { pos, booked } = await shop({ script: 'prints_nothing' })
    await charge(pos, '10100')
    await reaches(pos, 'Approved')
    await press(pos, 'Print')
    await showsText(pos, 'The terminal could not print. The payment stands.')
    expect(await booked()).toEqual(paidOnce(10_100))
  })

  test('without a signature pad on the terminal, the customer signs on the counter’s screen, or the cashier skips it', async ({
    shop,
  }) => {
    const { pos, booked } = await shop({ script: 'no_signature' })
    await charge(pos, '10200')
    await reaches(pos, 'Please sign')
    expect(await booked()).toEqual(paidOnce(10_200))
    await press(pos, 'Skip signature')
    await reaches(pos, 'Approved')
    expect(await booked()).toEqual(paidOnce(10_200))
  })

  test('a sale stands when terminal and service fail after the approval, and nothing more can be charged', async ({
    shopWithDevice,
  }) => {
    const { pos, booked, service, device } = await shopWithDevice()
    await charge(pos, '10300')
    await reaches(pos, 'Approved')
    await device.kill()
    await expect(terminalStatus(pos)).toContainText('Offline', soon)
    await reaches(pos, 'Approved')
    await press(pos, 'New sale')
    await showsText(pos, 'The terminal does not answer')
    await pos.keyboard.type('10400')
    await expect(pos.getByRole('button', { name: 'Charge $104.00' })).toBeDisabled()
    expect(await booked()).toEqual(paidOnce(10_300))
    await service.kill()
    await showsText(pos, 'The payment service cannot be reached')
    await showsText(pos, 'Cards wait until it answers; cash can be taken. We keep trying.')
    await service.restart()
    device.start()
    await expect(terminalStatus(pos)).toContainText('Connected', soon)
    expect(await booked()).toEqual(paidOnce(10_300))
    await pos.keyboard.press('Escape')
  })
})
