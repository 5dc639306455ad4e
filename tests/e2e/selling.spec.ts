import type { Page } from '@playwright/test'
import { violations } from './support/accessibility.ts'
import { expect, heading, readyToSell, test } from './support/counter.ts'
import { press, pressTwice, reaches, soon, tile } from './support/screen.ts'
import { choosePin, goTo, pin } from './support/staff-areas.ts'

const csv = [
  'name,price,category,barcode,taxes,modifiers,groups,age',
  'Latte,4.50,Coffee,,Sales tax,Large +0.50 | Oat milk +0.60',
  'Croissant,3.25,Bakery,,,',
  'House beans,18.00,Coffee,4006381333931,Sales tax,',
  'Broken,not a price,,,,',
  'Cider,5.00,Drinks,,,,Size: Small; Large +1.50,18',
].join('\n')

/** Types a barcode as a scanner does: all keys at once, then Enter. */
const scan = (pos: Page, barcode: string) =>
  pos.evaluate((text) => {
    for (const key of [...text, 'Enter']) {
      const target = document.activeElement ?? document.body
      target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    }
  }, barcode)

/** Scans `times` items within 2 s, each character as a key press. */
const scanFast = (pos: Page, barcode: string, times: number) =>
  pos.evaluate(
    async ([text, count]) => {
      const began = performance.now()
      for (let index = 0; index < count; index++) {
        const due = began + (2_000 / count) * index
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
        for (const key of [...text, 'Enter']) {
          const target = document.activeElement ?? document.body
          target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
        }
      }
    },
    [barcode, times] as const,
  )

const order = (pos: Page) => pos.getByRole('region', { name: 'Order' })
test('a manager creates items, and a cashier sells them by tap and scan, on hold, with a discount, by card', async ({
  openCounter,
}) => {
  test.setTimeout(480_000)
  const { app, service } = await openCounter({ script: 'slow_link' })
  const { pos } = app
  await goTo(pos, 'Payments')
  await choosePin(pos)
  await press(pos, 'Items')
  await expect(heading(pos, 'No items yet')).toBeVisible(soon)
  expect(await violations(pos)).toEqual([])
  await press(pos, 'Taxes and discounts')
  await press(pos, 'Add a tax')
  await pos.getByLabel('Name').fill('Sales tax')
  await pos.getByLabel('Percent', { exact: true }).fill('8.875')
  await press(pos, 'Save')
  await press(pos, 'Import')
  const choose = (text: string) =>
    pos
      .getByLabel('CSV file')
      .setInputFiles({ name: 'items.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose('name,price\nTea,3.00\n4111 1111 1111 1111,2.50')
  await expect(pos.getByText('Line 3 holds a card number in the column “name”.')).toBeVisible(soon)
  await expect(pos.getByRole('button', { name: /^Import \d/ })).toHaveCount(0)
  await choose(csv)
  await expect(pos.getByText('4 new, 0 changed, 0 unchanged')).toBeVisible(soon)
  await expect(pos.getByRole('row', { name: '5 This is not a price not a price' })).toBeVisible()
  expect(await violations(pos)).toEqual([])
  await press(pos, 'Import 4 items')
  await press(pos, 'Back to items')
  await expect(pos.getByText('4 items')).toBeVisible()
  await pos.keyboard.press('Escape')
  await pos.keyboard.press('Escape')

  await readyToSell(pos)
  await pressTwice(tile(pos, 'Croissant'))
  await expect(order(pos).getByRole('listitem')).toHaveCount(1)
  await expect(order(pos)).toContainText('$3.25')
  await expect(order(pos)).not.toContainText('$6.50')
  await order(pos).getByRole('button', { name: 'Remove Croissant' }).click()
  await scanFast(pos, '4006381333931', 20)
  await expect(order(pos)).toContainText('$360.00', soon)
  await order(pos).getByRole('button', { name: 'Remove House beans' }).click()

  await tile(pos, 'Latte').click()
  await tile(pos, 'Croissant').click()
  await scan(pos, '4006381333931')
  await scan(pos, '04006381333931')
  await expect(order(pos)).toContainText('House beans')
  await expect(order(pos).getByRole('listitem')).toHaveCount(3)
  await scan(pos, '99999999')
  await expect(pos.getByText('No item has the barcode 99999999')).toBeVisible()

  await tile(pos, 'Cider').click()
  await press(pos, 'Old enough')
  await pos.getByRole('dialog').getByRole('button', { name: 'Large +$1.50' }).click()
  await expect(order(pos)).toContainText('$6.50')
  await order(pos).getByRole('button', { name: 'Remove Cider (Large)' }).click()

  await order(pos).getByRole('button', { name: 'Remove Croissant' }).click()
  await expect(order(pos).getByRole('listitem')).toHaveCount(2)
  await press(pos, 'Put back')
  await expect(order(pos).getByRole('listitem')).toHaveCount(3)

  await press(pos, 'Discount')
  await pos.getByLabel('Percent off').fill('50')
  await press(pos, 'Give the discount')
  const approval = pos.getByRole('dialog', { name: 'A manager approves this' })
  await approval.getByLabel('Manager’s PIN').fill(pin)
  await approval.getByRole('button', { name: 'Approve' }).click()
  await expect(order(pos)).toContainText('Discount 50%')
  expect(await violations(pos)).toEqual([])

  await press(pos, 'Hold')
  await pos.getByRole('dialog').getByLabel('Name').fill('Ana')
  await pos.getByRole('dialog').getByRole('button', { name: 'Hold', exact: true }).click()
  await expect(order(pos).getByRole('listitem')).toHaveCount(0)
  await press(pos, '1 on hold')
  await press(pos, 'Resume Ana')

  // 4.50 + 3.25 + 2 × 18.00 = 43.75, less 21.88; its taxed part bears 8.875 %, which is 1.80.
  await pressTwice(pos.getByRole('button', { name: 'Charge $23.67' }))
  await expect(pos.locator('main[data-sale-state="ready"]')).toHaveCount(0)
  await scan(pos, '4006381333931')
  await expect(pos.getByText('The scan was not added')).toBeVisible()
  await reaches(pos, 'Approved')
  const receipt = pos.getByRole('region', { name: 'Receipt' })
  await expect(receipt).toContainText('2 x House beans')
  await expect(receipt).toContainText('Discount 50%')
  await pos.keyboard.press('Enter')
  await expect(order(pos).getByRole('listitem')).toHaveCount(0)

  // An order that costs nothing is sold without a payment, and is counted.
  await tile(pos, 'Croissant').click()
  await press(pos, 'Discount')
  await pos.getByLabel('Percent off').fill('100')
  await press(pos, 'Give the discount')
  await approval.getByLabel('Manager’s PIN').fill(pin)
  await approval.getByRole('button', { name: 'Approve' }).click()
  await expect(pos.getByRole('button', { name: /^Charge/ })).toHaveCount(0)
  expect(await violations(pos)).toEqual([])
  await pressTwice(pos.getByRole('button', { name: 'Complete the sale' }))
  await expect(heading(pos, 'Nothing to pay')).toBeVisible()
  await expect(pos.getByText('$0.00').first()).toBeVisible()
  expect(await violations(pos)).toEqual([])
  await press(pos, 'New sale')
  await expect(order(pos).getByRole('listitem')).toHaveCount(0)
  await press(pos, 'Receipts and returns')
  await expect(pos.getByRole('button', { name: /Nothing to pay \$0\.00$/ })).toBeVisible()
  await pos.getByRole('button', { name: /Nothing to pay \$0\.00$/ }).click()
  // The form has a button with the same name.
  await press(pos, 'Undo this sale')
  await press(pos, 'Undo this sale')
  await expect(heading(pos, 'Brought back. There was nothing to give back.')).toBeVisible()
  await press(pos, 'Done')
  await expect(pos.getByText('All of it has been given back.')).toBeVisible()

  const intent = await service.newestIntent()
  expect(intent).toMatchObject({ status: 'captured', tax_amount: 180, order_details: { total: 2_367 } })
  expect(await service.payments(intent.id)).toHaveLength(1)
})
