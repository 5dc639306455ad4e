import type { Page } from '@playwright/test'
import { must } from '../support/must.ts'
import { charge, emptyCharge, expect, heading, hsn, test } from './support/counter.ts'

test.describe('a card-present sale', () => {
  test('a sale with a tip and a signature is captured once, and the receipt shows every amount', async ({
    counter,
  }) => {
    const { app, service } = await counter('tip_20')
    await charge(app.pos, '1234')
    await expect(heading(app.pos, 'Approved')).toBeVisible()

    const receipt = app.pos.getByRole('region', { name: 'Receipt' })
    await expect(receipt).toContainText('$12.34')
    await expect(receipt).toContainText('$2.47')
    await expect(receipt).toContainText('$14.81')
    await expect(receipt).toContainText('1111')
    await expect(app.pos.getByRole('img', { name: 'Signature of the customer' })).toBeVisible()

    const intent = await service.newestIntent()
    expect(intent).toMatchObject({ status: 'captured', amount: 1481, tip_amount: 247, amount_captured: 1481 })
    expect(await service.payments(intent.id)).toHaveLength(1)
  })

  test('a sale with a card number typed on the terminal is captured as keyed', async ({ counter }) => {
    const { app, service } = await counter()
    await app.pos.keyboard.type('500')
    await app.pos.getByRole('button', { name: 'Enter card by hand' }).click()
    await expect(heading(app.pos, 'Approved')).toBeVisible()
    const intent = await service.newestIntent()
    expect(intent.latest_payment).toMatchObject({ status: 'captured', entry_mode: 'keyed', amount: 500 })
  })

  test('a sale can be charged by keyboard alone, and Enter starts the next one', async ({ counter }) => {
    const { app } = await counter()
    await app.pos.keyboard.type('250')
    await app.pos.keyboard.press('Enter')
    await expect(heading(app.pos, 'Approved')).toBeVisible()
    await app.pos.keyboard.press('Enter')
    await expect(emptyCharge(app.pos)).toBeVisible()
  })

  test('the receipt is e-mailed from the approved sale, and Enter then begins the next one', async ({
    counter,
  }) => {
    const { app, service } = await counter()
    await charge(app.pos, '450')
    await expect(heading(app.pos, 'Approved')).toBeVisible()
    await app.pos.getByRole('button', { name: 'E-mail the receipt' }).click()
    const address = app.pos.getByLabel('E-mail address')
    await expect(address).toBeFocused()
    await address.fill('ana')
    await address.press('Enter')
    await expect(app.pos.getByText('This is not an e-mail address.')).toBeVisible()
    await address.fill('ana@example.com')
    await address.press('Enter')
    await expect(app.pos.getByText('Sent.')).toBeVisible()
    const { data } = await must(service.client.call('sandbox.outbox', {}))
    const mails = data.filter(({ to }) => to.includes('ana@example.com'))
    expect(mails).toHaveLength(1)
    expect(JSON.stringify(mails)).toContain('$4.50')
    await app.pos.keyboard.press('Enter')
    await expect(emptyCharge(app.pos)).toBeVisible()
  })

  test('a double click on Charge makes one intent', async ({ counter }) => {
    const { app, service, earlier } = await counter()
    await app.pos.keyboard.type('700')
    await app.pos.getByRole('button', { name: /^Charge \$/ }).dblclick()
    await expect(heading(app.pos, 'Approved')).toBeVisible()
    expect(await service.intents()).toHaveLength(earlier + 1)
  })
})

/** Reloads the page, as the button on a screen that could not be loaded does. */
async function loadAnew(pos: Page) {
  const loaded = pos.waitForEvent('load')
  // The page may be gone before the answer arrives.
  await pos.evaluate(() => window.countertop.commands['app.reload'](undefined)).catch(() => undefined)
  await loaded
}

test('a reloaded page finds the sale in any state, and the payment is made once', async ({ counter }) => {
  const { app, service, earlier } = await counter('decline')
  await charge(app.pos, '1500')
  await loadAnew(app.pos)
  await expect(heading(app.pos, /declined/i)).toBeVisible()
  await loadAnew(app.pos)
  await expect(heading(app.pos, /declined/i)).toBeVisible()
  await service.changeTerminal('VT-E2E-1', { script: 'approve' })
  await app.pos.getByRole('button', { name: 'Try another card' }).click()
  await loadAnew(app.pos)
  await expect(heading(app.pos, 'Approved')).toBeVisible()
  await loadAnew(app.pos)
  await expect(app.pos.getByRole('region', { name: 'Receipt' })).toContainText('$15.00')
  const intents = await service.intents()
  expect(intents).toHaveLength(earlier + 1)
  expect(await service.newestIntent()).toMatchObject({ status: 'captured', amount_captured: 1500 })
  await app.pos.keyboard.press('Enter')
  await expect(emptyCharge(app.pos)).toBeVisible()
})

test.describe('a declined card', () => {
  test('after a decline, the same intent can be paid with another card', async ({ counter }) => {
    const { app, service, earlier } = await counter('decline')
    await charge(app.pos, '900')
    await expect(heading(app.pos, /declined/i)).toBeVisible()

    await service.changeTerminal('VT-E2E-1', { script: 'approve' })
    await app.pos.getByRole('button', { name: 'Try another card' }).click()
    await expect(heading(app.pos, 'Approved')).toBeVisible()

    const intents = await service.intents()
    expect(intents).toHaveLength(earlier + 1)
    const statuses = (await service.payments(intents[0]?.id ?? '')).map((payment) => payment.status)
    expect(statuses.sort()).toEqual(['captured', 'failed'])
  })
})

test.describe('cancelling a sale', () => {
  test('a sale that the cashier cancels before a card was read moves no money', async ({ counter }) => {
    const { app, service } = await counter('silent')
    await charge(app.pos, '1500')
    await app.pos.getByRole('button', { name: 'Skip tip' }).click()
    await expect(app.pos.getByRole('timer')).toBeVisible()
    await app.pos.getByRole('button', { name: 'Cancel' }).click()
    await expect(app.pos.getByText('No money moved')).toBeVisible()

    const intent = await service.newestIntent()
    expect(await service.payments(intent.id)).toHaveLength(0)
    await app.pos.getByRole('button', { name: 'New sale' }).click()
    await expect(emptyCharge(app.pos)).toBeVisible()
    await expect.poll(async () => (await service.newestIntent()).status).toBe('cancelled')
  })

  test('a sale that the customer cancels at the terminal moves no money, and can be charged again', async ({
    counter,
  }) => {
    const { app, service } = await counter('customer_cancels')
    await charge(app.pos, '1600')
    await expect(app.pos.getByText('No money moved')).toBeVisible()
    const intent = await service.newestIntent()
    expect(await service.payments(intent.id)).toHaveLength(0)
    expect(intent.status).toBe('created')

    await service.changeTerminal(hsn, { script: 'approve' })
    await app.pos.getByRole('button', { name: 'Try again' }).click()
    await expect(heading(app.pos, 'Approved')).toBeVisible()
    expect(await service.payments(intent.id)).toHaveLength(1)
  })
})
