import type { TestApp } from './support/app.ts'
import { charge, expect, heading, hsn, readyToSell } from './support/counter.ts'
import {
  backToCounter,
  enter,
  enterPin,
  goTo,
  intentOf,
  isOpen,
  openPayment,
  payElsewhere,
  refundsOf,
} from './support/staff-areas.ts'
import { test } from './support/trouble.ts'

const button = (app: TestApp, name: string | RegExp) => app.pos.getByRole('button', { name })

/** Refunds the open payment: the digits of a part, or an empty string for all of it. */
async function refund(app: TestApp, digits: string, amount: string): Promise<void> {
  await button(app, /^Refund/).click()
  await expect(heading(app.pos, 'How much to refund?')).toBeVisible()
  await app.pos.keyboard.type(digits)
  await button(app, `Refund ${amount}`).click()
  await app.pos
    .getByRole('dialog')
    .getByRole('button', { name: `Refund ${amount}` })
    .click()
}

test.describe('the manager', () => {
  test('the manager finds a sale of this counter and refunds a part, then the rest, each with a credit receipt', async ({
    shop,
  }) => {
    const { app, service } = await shop()
    await charge(app.pos, '5000')
    await expect(heading(app.pos, 'Approved')).toBeVisible()
    await app.pos.keyboard.press('Enter')
    const sold = await service.newestIntent()
    await enter(app.pos, 'Payments')
    await openPayment(app.pos, sold.id)
    await refund(app, '1500', '$15.00')
    await expect(heading(app.pos, '$15.00 refunded')).toBeVisible()
    await expect(app.pos.getByText('CREDIT', { exact: true })).toBeVisible()
    await button(app, 'Done').click()
    const left = sold.amount - 1500
    await refund(app, '', `$${(left / 100).toFixed(2)}`)
    await expect(heading(app.pos, /refunded$/)).toBeVisible()
    expect(await intentOf(service, sold.id)).toMatchObject({ amount_refunded: sold.amount })
    await backToCounter(app.pos)
  })

  test('the manager voids, captures and releases payments', async ({ shop }) => {
    const { app, service } = await shop()
    const toVoid = await payElsewhere(service, 4100)
    const toCapture = await payElsewhere(service, 4200, false)
    const toRelease = await payElsewhere(service, 4300, false)
    await enter(app.pos, 'Payments')

    await openPayment(app.pos, toVoid.payment_intent_id)
    await button(app, /^Void/).click()
    await app.pos.getByRole('dialog').getByRole('button', { name: 'Void $41.00' }).click()
    await expect(heading(app.pos, '$41.00 voided')).toBeVisible()
    await button(app, 'Done').click()
    await app.pos.keyboard.press('Escape')

    await openPayment(app.pos, toCapture.payment_intent_id)
    await button(app, /^Capture/).click()
    await app.pos.keyboard.type('4000')
    await button(app, 'Capture $40.00').click()
    await app.pos.getByRole('dialog').getByRole('button', { name: 'Capture $40.00' }).click()
    await expect(heading(app.pos, '$40.00 captured')).toBeVisible()
    await button(app, 'Done').click()
    await app.pos.keyboard.press('Escape')

    await openPayment(app.pos, toRelease.payment_intent_id)
    await button(app, /^Release/).click()
    await app.pos.getByRole('dialog').getByRole('button', { name: 'Release $43.00' }).click()
    await expect(heading(app.pos, '$43.00 cancelled')).toBeVisible()

    const status = async ({ payment_intent_id }: { payment_intent_id: string }) =>
      (await intentOf(service, payment_intent_id)).status
    expect(await status(toVoid)).toBe('cancelled')
    expect(await intentOf(service, toCapture.payment_intent_id)).toMatchObject({
      status: 'captured',
      amount_captured: 4000,
    })
    expect(await status(toRelease)).toBe('cancelled')
    await backToCounter(app.pos)
  })

  test('the manager prints a credit receipt on the terminal', async ({ shop }) => {
    const { app, service } = await shop()
    await charge(app.pos, '1900')
    await expect(heading(app.pos, 'Approved')).toBeVisible()
    await app.pos.keyboard.press('Enter')
    const sold = await service.newestIntent()
    await enter(app.pos, 'Payments')
    await openPayment(app.pos, sold.id)
    await refund(app, '500', '$5.00')
    await app.pos.getByRole('button', { name: 'Print', exact: true }).click()
    await expect(app.pos.getByText('Printed on the terminal.')).toBeVisible()
    const shown = await service.client.call('sandbox.virtual_terminals.get', { params: { hsn } })
    expect(JSON.stringify(shown)).toContain('CREDIT USD')
    expect(JSON.stringify(shown)).not.toMatch(/\d{12,}1111/)
    await backToCounter(app.pos)
  })
})

test('a refund above the limit asks for the PIN again, and needs the right one', async ({ shop }) => {
  const { app, service } = await shop()
  const payment = await payElsewhere(service, 25_000)
  await enter(app.pos, 'Payments')
  await openPayment(app.pos, payment.payment_intent_id)
  await refund(app, '21000', '$210.00')
  await expect(app.pos.getByText('The manager’s PIN, to send back $210.00')).toBeVisible()
  await enterPin(app.pos, '111111')
  await expect(app.pos.getByText('That is not the right PIN')).toBeVisible()
  expect(await refundsOf(service, payment.id)).toEqual([])
  await enterPin(app.pos)
  await expect(heading(app.pos, '$210.00 refunded')).toBeVisible()
  expect(await refundsOf(service, payment.id)).toMatchObject([{ amount: 21_000 }])
  await backToCounter(app.pos)
})

test.describe('a refund without an answer', () => {
  test('a refund without an answer is looked up and found, and is made once', async ({ shop }) => {
    const { app, service, line } = await shop()
    const payment = await payElsewhere(service, 5000)
    await enter(app.pos, 'Payments')
    await openPayment(app.pos, payment.payment_intent_id)
    // The answer is lost, and then no request gets through until the look-up.
    let away = false
    line.cut((request) => {
      if (/^POST .*\/refunds$/.test(request)) away = true
      else if (away) return 'never_arrives'
      return away ? 'lost' : 'answered'
    })
    await refund(app, '700', '$7.00')
    await expect(heading(app.pos, 'Checking the refund of $7.00')).toBeVisible()
    await expect(button(app, 'Done')).toBeHidden()
    // The manager leaves, and a cashier must not be able to repeat the refund.
    await button(app, 'All payments').click()
    await button(app, 'Back to the counter').click()
    await expect(app.pos.locator('[data-sale-state="ready"]')).toBeVisible()
    await expect(app.pos.getByText('Checking a refund of $7.00')).toBeVisible()
    line.cut(() => 'answered')
    await expect(app.pos.getByText('Checking a refund of $7.00')).toBeHidden()
    await goTo(app.pos, 'Payments')
    await enterPin(app.pos)
    await expect(button(app, /^\$7\.00 refunded$/)).toBeVisible()
    expect(await refundsOf(service, payment.id)).toHaveLength(1)
    await backToCounter(app.pos)
  })

  test('when the service is killed after a refund was sent, it comes back and the refund is found', async ({
    shop,
  }) => {
    const { app, service, line } = await shop()
    const payment = await payElsewhere(service, 5000)
    await enter(app.pos, 'Payments')
    await openPayment(app.pos, payment.payment_intent_id)
    line.cut((request) => (/^POST .*\/refunds$/.test(request) ? 'lost' : 'answered'))
    const sent = line.seen.length
    await refund(app, '800', '$8.00')
    await expect
      .poll(() => line.seen.slice(sent).some((request) => request.startsWith('POST /payments/')))
      .toBe(true)
    await service.kill()
    line.cut(() => 'answered')
    await service.restart()
    await expect(heading(app.pos, '$8.00 refunded')).toBeVisible({ timeout: 60_000 })
    expect(await refundsOf(service, payment.id)).toHaveLength(1)
    await backToCounter(app.pos)
  })

  test('an app killed after sending a refund looks it up at its next start', async ({ shop }) => {
    const { app: first, service, line, restartCounter } = await shop()
    const payment = await payElsewhere(service, 5000)
    await enter(first.pos, 'Payments')
    await openPayment(first.pos, payment.payment_intent_id)
    let away = false
    line.cut((request) => {
      if (/^POST .*\/refunds$/.test(request)) away = true
      else if (away) return 'never_arrives'
      return away ? 'lost' : 'answered'
    })
    await refund(first, '900', '$9.00')
    await expect.poll(() => away).toBe(true)
    const second = await restartCounter(async () => line.cut(() => 'answered'))
    await readyToSell(second.pos)
    await goTo(second.pos, 'Payments')
    await enterPin(second.pos)
    await isOpen(second.pos)
    await expect(button(second, /^\$9\.00 refunded$/)).toBeVisible()
    expect(await refundsOf(service, payment.id)).toHaveLength(1)
    await backToCounter(second.pos)
  })
})
