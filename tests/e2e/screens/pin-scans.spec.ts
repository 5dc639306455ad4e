import { snapshots } from '../../pictures/snapshots.ts'
import { staffScenes } from '../../pictures/staff-scenes.ts'
import { answerWith, askedOfMain } from '../../pictures/support/fake-bridge.ts'
import type { ScreenHost } from '../../pictures/support/screen-host.ts'
import { scanByKeys } from '../../support/type-by-hand.ts'
import { expect, test } from '../support/screens.ts'

const asked = async (host: ScreenHost, name: string) =>
  (await askedOfMain(host.page)).filter((command) => command.name === name).map(({ payload }) => payload)

test('a scan on a PIN screen is no try, the screen says so, and the PIN is typed after it', async ({
  host,
}) => {
  const { page } = host
  await host.showScene(staffScenes.pin)
  await scanByKeys(page, '4006381333931')
  await expect(page.getByText('That was a scan, not a PIN. It does not count as a try')).toBeVisible()
  expect(await asked(host, 'staff.enter')).toEqual([])
  await page.keyboard.type('246810')
  await page.keyboard.press('Enter')
  await expect.poll(() => asked(host, 'staff.enter')).toEqual([{ role: 'manager', pin: '246810' }])
})

test('a code from a scanner on a serial port is no try either', async ({ host }) => {
  await host.showScene(staffScenes.pin)
  await host.page.evaluate(() => window.bridgeOfTests.scan('4006381333931'))
  await expect(host.page.getByText('That was a scan, not a PIN')).toBeVisible()
  expect(await asked(host, 'staff.enter')).toEqual([])
})

test('a number with more digits than any PIN is no try, typed however slowly', async ({ host }) => {
  const { page } = host
  await host.showScene(staffScenes.pin)
  await page.keyboard.press('Delete')
  for (const digit of '4006381333931') await page.keyboard.press(digit, { delay: 60 })
  await expect(page.getByText('A PIN has at most 8 digits.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('A PIN has at most 8 digits.')).toBeVisible()
  expect(await asked(host, 'staff.enter')).toEqual([])
})

test('a scan into the field for a manager’s PIN is removed, and its Enter approves nothing', async ({
  host,
}) => {
  const { page } = host
  await host.show(snapshots['deciding-after-cancel'])
  await answerWith(page, { refusals: { 'sale.decide': 'pin_needed' } })
  await page.getByRole('button', { name: 'Void the payment' }).click()
  const pin = page.getByLabel('Manager’s PIN')
  await expect(pin).toBeFocused()
  const before = (await asked(host, 'sale.decide')).length
  await scanByKeys(page, '4006381333931')
  await expect(page.getByText('That was a scan, not a PIN')).toBeVisible()
  await expect(pin).toHaveValue('')
  expect(await asked(host, 'sale.decide')).toHaveLength(before)
  await page.keyboard.type('246810')
  await page.keyboard.press('Enter')
  await expect.poll(() => asked(host, 'sale.decide')).toHaveLength(before + 1)
  expect((await asked(host, 'sale.decide')).at(-1)).toMatchObject({ pin: '246810' })
})

test('a scan while a manager approves a change of the order is no try at the PIN', async ({ host }) => {
  const { page } = host
  await host.show(snapshots['ready-order'])
  await page.getByRole('button', { name: 'Hold', exact: true }).click()
  await answerWith(page, { refusals: { 'order.change': 'pin_needed' } })
  await page.getByRole('dialog').getByLabel('Name').fill('Mona')
  await page.keyboard.press('Enter')
  const pin = page.getByLabel('Manager’s PIN')
  await expect(pin).toBeFocused()
  const before = (await asked(host, 'order.change')).length
  await scanByKeys(page, '4006381333931')
  await expect(page.getByText('That was a scan, not a PIN')).toBeVisible()
  await expect(pin).toHaveValue('')
  expect(await asked(host, 'order.change')).toHaveLength(before)
  await page.keyboard.type('246810')
  await page.keyboard.press('Enter')
  await expect.poll(() => asked(host, 'order.change')).toHaveLength(before + 1)
  expect((await asked(host, 'order.change')).at(-1)).toMatchObject({ pin: '246810' })
})
