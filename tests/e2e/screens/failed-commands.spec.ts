import en from '../../../src-renderer/i18n/en.json' with { type: 'json' }
import { snapshots } from '../../pictures/snapshots.ts'
import { answerWith } from '../../pictures/support/fake-bridge.ts'
import { expect, test } from '../support/screens.ts'

test('a command that failed on the way is not shown as not done, because nobody knows how far it got', async ({
  host,
}) => {
  const { page } = host
  await host.show(snapshots['bill-paid'])
  await answerWith(page, { refusals: { 'sale.finish': 'failed' } })
  await page.getByRole('button', { name: 'New sale' }).click()
  await expect(page.getByText(en.refusal.failedTitle)).toBeVisible()
  await expect(page.getByText(en.refusal.title, { exact: true })).toHaveCount(0)
  await answerWith(page, { refusals: { 'sale.finish': 'not_now' } })
  await page.getByRole('button', { name: 'New sale' }).click()
  await expect(page.getByText(en.refusal.title, { exact: true })).toBeVisible()
})

test('a bill that could not be left to a manager says to look how things stand, and does not say what was done', async ({
  host,
}) => {
  const { page } = host
  await host.show(snapshots['bill-part-paid'])
  await answerWith(page, { refusals: { 'bill.leave': 'failed' } })
  await page.getByRole('button', { name: en.bill.leave }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(en.approval.pin).fill('246810')
  await dialog.getByRole('button', { name: en.bill.leave }).click()
  await expect(dialog.getByRole('alert')).toHaveText(en.refusal.failed)
})
