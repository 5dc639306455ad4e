import { payOnPage } from '../support/pay-on-page.ts'
import { charge, emptyCharge, expect, heading } from './support/counter.ts'
import { test } from './support/trouble.ts'

test('a payment by link continues beside the next sale, is paid on its page, and is removed once seen', async ({
  shop,
}) => {
  const { pos, service } = await shop()
  await pos.keyboard.type('4200')
  await pos.getByRole('button', { name: 'Send a link' }).click()
  const dialog = pos.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'QR code' }).check({ force: true })
  await dialog.getByRole('button', { name: 'Show the code' }).click()
  await expect(pos.getByRole('dialog', { name: 'Scan to pay' })).toBeVisible()
  await expect(dialog.getByRole('img', { name: 'QR code of the payment link' })).toHaveAttribute(
    'data-drawn',
    'true',
  )
  // This service listens only on this computer, and the dialog shows that.
  await expect(dialog).toContainText('opens on this computer only')
  await pos.keyboard.press('Escape')

  // The counter is free, and the next customer pays by card.
  await expect(emptyCharge(pos)).toBeVisible()
  const links = pos.getByRole('list', { name: 'Payment links' })
  await expect(links).toContainText('$42.00')
  await charge(pos, '500')
  await expect(heading(pos, 'Approved')).toBeVisible()
  await pos.keyboard.press('Enter')

  const listed = await service.client.call('checkout_sessions.list', { query: { limit: 1 } })
  const session = listed.ok ? listed.value.data[0] : undefined
  if (session === undefined) throw new Error('the service shows no session')
  expect(session).toMatchObject({ amount: 4200, status: 'open' })
  await payOnPage(service.url, session)
  await expect(links).toContainText('$42.00')
  await expect(links.getByText('was paid by link')).toBeVisible()
  await links.getByRole('button', { name: 'Seen' }).click()
  await expect(links).toBeHidden()
})
