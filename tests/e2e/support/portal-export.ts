import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import type { Page } from 'playwright-core'

/** The portal saves all payments of its list as a table. It offers none without payments. */
export async function expectExport(page: Page): Promise<void> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(page.getByText('4 payments are in the file.')).toBeVisible()
  const table = await readFile(await (await download).path(), 'utf8')
  // A line for the names of the columns, and one for each payment.
  expect(table.trimEnd().split('\r\n')).toHaveLength(1 + 4)
  expect(table).toContain(',captured,123.45,123.45,0.00,USD,Visa,4242,')
  await page.getByLabel('From', { exact: true }).fill('2099-01-01')
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export CSV' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear the filters' }).click()
}
