import { charge, emptyCharge, expect, heading, hsn, test } from './support/counter.ts'

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
