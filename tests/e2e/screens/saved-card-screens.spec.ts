import { snapshots } from '../../pictures/snapshots.ts'
import { answerWith } from '../../pictures/support/fake-bridge.ts'
import { violations } from '../support/accessibility.ts'
import { expect, test } from '../support/screens.ts'

test('an expired saved card is marked, next to a valid one', async ({ host }) => {
  const { page } = host
  const card = (payment_method_id: string, last_four: string, exp_year: string) => ({
    ...{ payment_method_id, brand: 'Visa', last_four, exp_month: '03', exp_year, saved: true },
  })
  await host.show(snapshots['ready-customer'])
  await answerWith(page, {
    replies: { 'customer.cards': [card('pm_1', '1111', '2024'), card('pm_2', '4242', '2049')] },
    refusals: {},
  })
  await page.keyboard.type('700')
  await page.getByRole('button', { name: /Maria Fernanda/ }).click()
  await expect(page.getByRole('button', { name: /1111 · 03\/24, expired$/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /4242 · 03\/49$/ })).toBeVisible()
  expect(await violations(page)).toEqual([])
})
