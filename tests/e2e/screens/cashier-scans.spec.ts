import { snapshots } from '../../pictures/snapshots.ts'
import { askedOfMain, pushSnapshot } from '../../pictures/support/fake-bridge.ts'
import type { ScreenHost } from '../../pictures/support/screen-host.ts'
import { expect, test } from '../support/screens.ts'

let host: ScreenHost

test.beforeEach(({ host: ofWorker }) => {
  host = ofWorker
})

const button = (name: string | RegExp) => host.page.getByRole('button', { name, exact: true })
const press = (key: string) => host.page.keyboard.press(key)

test('what is scanned before the code for it is there waits for it, and is no amount', async () => {
  const { page } = host
  const itemCode = /(add-item|cart-(screen|store|message))-[^/]*\.js$/
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(itemCode, async (route) => {
    await released
    await route.continue()
  })
  try {
    const { ready } = snapshots
    await host.show({ ...ready, selling: { ...ready.selling, catalogue: 'ready' } })
    await page.evaluate(() => {
      for (const key of [...'4006381333931', 'Enter'])
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    })
    // The keypad is there, and takes an amount meanwhile.
    await expect(page.getByRole('region', { name: 'Items' })).toHaveCount(0)
    await button('5').click()
    await expect(button('Charge $0.05')).toBeEnabled()
    release()
    await expect(page.getByRole('region', { name: 'Items' })).toBeVisible()
    await expect(page.getByText('4006381333931')).toBeVisible()
    await expect(button('Charge $0.05')).toBeEnabled()
    expect((await askedOfMain(page)).filter(({ name }) => name === 'sale.charge')).toEqual([])
  } finally {
    await page.unroute(itemCode)
  }
})

test.describe('where items are scanned', () => {
  /** As fast as a hand's keys can follow each other: none waits for what the one before did. */
  const pressAtOnce = (...keys: readonly string[]) => Promise.all(keys.map(press))

  test.beforeEach(async () => {
    const { ready } = snapshots
    await host.show({ ...ready, selling: { ...ready.selling, catalogue: 'ready' } })
    await expect(host.page.getByRole('region', { name: 'Items' })).toBeVisible()
  })

  test('F8 right after the last digit pays all that was typed in cash', async () => {
    await pressAtOnce('1', '3', '7', '2', 'F8')
    await expect(button('Exact $13.72')).toBeVisible()
  })

  test('Backspace right after a digit takes that digit', async () => {
    await pressAtOnce('1', '2', '3', 'Backspace')
    await expect(button('Charge $0.12')).toBeVisible()
  })

  test('Escape right after the digits clears them', async () => {
    await pressAtOnce('1', '2', '3', 'Escape', '4')
    await expect(button('Charge $0.04')).toBeVisible()
  })

  test('Enter right after the digits charges all of them', async () => {
    await pressAtOnce('1', '2', '3', 'Enter')
    await expect
      .poll(() => askedOfMain(host.page))
      .toMatchObject([{ name: 'sale.charge', payload: { amount: 123 } }])
  })

  test('the capital letters of a scan, with their Shift, are no keys of the counter', async () => {
    await host.page.evaluate(() => {
      for (const key of ['Shift', 'X', 'Shift', 'Y', 'Z', '1', '0', '4', '2', 'Enter'])
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    })
    await expect(host.page.getByText('XYZ1042')).toBeVisible()
    await expect(button('Charge $0.00')).toBeVisible()
  })

  test('into a dialog’s field, a scan leaves what it had, and its Enter does nothing', async () => {
    const { page } = host
    // No digit twice, which would be one that is held down.
    const scan = () => pressAtOnce(...'40638179', 'Enter')
    const changes = async () => (await askedOfMain(page)).filter(({ name }) => name === 'order.change')
    const name = page.getByRole('dialog').getByRole('textbox')
    let before: Awaited<ReturnType<typeof changes>> = []
    // On a busy machine two of these keys may come 50 ms apart: then they are a hand's, and its Enter holds the order.
    await expect(async () => {
      await host.show(snapshots['ready-order'])
      await button('Hold').click()
      await name.fill('Table 4')
      before = await changes()
      await scan()
      await expect(page.getByText('The scan was not added')).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 45_000 })
    await expect(name).toHaveValue('Table 4')
    expect(await changes()).toEqual(before)
    await press('Enter')
    const held = { payload: { request: { kind: 'hold', name: 'Table 4' } } }
    await expect.poll(async () => (await changes()).slice(before.length)).toMatchObject([held])
  })
})

test('what was taken out can be put back until the order is paid, and not while the next one is rung up', async () => {
  const { page } = host
  await host.show(snapshots['ready-order'])
  await button(/^Remove /)
    .first()
    .click()
  await expect(button('Put back')).toBeVisible()
  const { selling } = snapshots['ready-order']
  await pushSnapshot(page, { ...snapshots['bill-paid'], selling: { ...selling, book: null }, revision: 2 })
  await expect(button('New sale')).toBeVisible()
  // It would go by itself after 10 s.
  await expect(button('Put back')).toHaveCount(0, { timeout: 3_000 })
  await pushSnapshot(page, { ...snapshots['ready-order'], revision: 3 })
  await expect(button(/^Remove /).first()).toBeVisible()
  expect(await button('Put back').count()).toBe(0)
})
