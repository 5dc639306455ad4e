import { snapshots } from '../../pictures/snapshots.ts'
import { answerWith, askedOfMain, pushSnapshot } from '../../pictures/support/fake-bridge.ts'
import type { ScreenHost } from '../../pictures/support/screen-host.ts'
import { scanByKeys } from '../../support/type-by-hand.ts'
import { expect, test } from '../support/screens.ts'

let host: ScreenHost

test.beforeEach(({ host: ofWorker }) => {
  host = ofWorker
})

const button = (name: string | RegExp) => host.page.getByRole('button', { name, exact: true })
const press = (key: string) => host.page.keyboard.press(key)

test('a scan made while its code is still loading is handled afterwards, and does not change the amount', async () => {
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
    // The keypad is shown, and accepts an amount meanwhile.
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

test.describe('keys at a counter that also scans items', () => {
  /** Presses the keys as fast as possible by hand, without waiting for the effect of the previous one. */
  const pressAtOnce = (...keys: readonly string[]) => Promise.all(keys.map(press))

  test.beforeEach(async () => {
    const { ready } = snapshots
    await host.show({ ...ready, selling: { ...ready.selling, catalogue: 'ready' } })
    await expect(host.page.getByRole('region', { name: 'Items' })).toBeVisible()
  })

  test('F8 right after the last digit opens cash for the whole amount', async () => {
    await pressAtOnce('1', '3', '7', '2', 'F8')
    await expect(button('Exact $13.72')).toBeVisible()
  })

  test('Backspace right after a digit removes that digit', async () => {
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

  test('capital letters of a scan, with their Shift keys, are not keys of the counter', async () => {
    await host.page.evaluate(() => {
      for (const key of ['Shift', 'X', 'Shift', 'Y', 'Z', '1', '0', '4', '2', 'Enter'])
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    })
    await expect(host.page.getByText('XYZ1042')).toBeVisible()
    await expect(button('Charge $0.00')).toBeVisible()
  })

  test('a scan into a dialog’s field replaces nothing there, and its Enter does nothing', async () => {
    const { page } = host
    // No digit twice in a row, which would count as a key held down.
    const scan = () => scanByKeys(page, '40638179')
    const changes = async () => (await askedOfMain(page)).filter(({ name }) => name === 'order.change')
    const name = page.getByRole('dialog').getByRole('textbox')
    let before: Awaited<ReturnType<typeof changes>> = []
    // On a slow machine two of these keys may be 50 ms apart; then they count as typed, and Enter puts the order on
    // hold.
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

/** Shows the counter with an order, and types its note. */
async function orderWithNote(note: string): Promise<void> {
  await host.show(snapshots['ready-order'])
  await press('F3')
  await host.page.getByRole('textbox', { name: 'Note' }).fill(note)
  await press('Enter')
}

test('the note of an order goes on hold with it, and is not that of the next customer', async () => {
  const { page } = host
  await orderWithNote('No sugar')
  await button('Hold').click()
  await page.getByRole('dialog').getByRole('textbox').fill('Table 4')
  await button('Hold').last().click()
  const request = { kind: 'hold', name: 'Table 4', note: 'No sugar' }
  await expect
    .poll(() => askedOfMain(page))
    .toContainEqual(expect.objectContaining({ payload: expect.objectContaining({ request }) }))
  await expect(button('Add a note')).toBeVisible()
  const { selling } = snapshots['ready-order']
  const book = selling.book && { ...selling.book, draft: { ...selling.book.draft, lines: [], discounts: [] } }
  await pushSnapshot(page, {
    ...snapshots['ready-order'],
    selling: { ...selling, book, held: 1 },
    revision: 2,
  })
  const held = {
    order_id: 'ord_9',
    name: 'Table 4',
    held_at: '2026-11-21T14:06:00.000Z',
    lines: 2,
    total: 900,
    note: 'No sugar',
  }
  await answerWith(page, { replies: { 'order.held': [held] } })
  await button('1 on hold').click()
  await button(/Table 4/)
    .first()
    .click()
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('No sugar')
})

test('the note of an order is kept with it, and shown again after a start of the app', async () => {
  const { page } = host
  await orderWithNote('No sugar')
  const { selling } = snapshots['ready-order']
  const order_id = selling.book?.draft.id
  const request = { kind: 'set_sale_note', order_id, note: 'No sugar' }
  await expect
    .poll(() => askedOfMain(page))
    .toContainEqual(expect.objectContaining({ payload: expect.objectContaining({ request }) }))
  const book = selling.book && { ...selling.book, note: 'No sugar' }
  await host.show({ ...snapshots['ready-order'], selling: { ...selling, book } })
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('No sugar')
  expect(await askedOfMain(page)).toEqual([])
})

test('the note of a cleared order goes with it, and comes back with it', async () => {
  const { page } = host
  await orderWithNote('No sugar')
  await button('Clear the order').click()
  await expect(button('Add a note')).toBeVisible()
  await button('Put back').click()
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('No sugar')
})

test('a removed line can be restored until the order is paid, and not during the next order', async () => {
  const { page } = host
  await host.show(snapshots['ready-order'])
  await button(/^Remove /)
    .first()
    .click()
  await expect(button('Put back')).toBeVisible()
  const { selling } = snapshots['ready-order']
  await pushSnapshot(page, { ...snapshots['bill-paid'], selling: { ...selling, book: null }, revision: 2 })
  await expect(button('New sale')).toBeVisible()
  // The button would disappear by itself after 10 s.
  await expect(button('Put back')).toHaveCount(0, { timeout: 8_000 })
  await pushSnapshot(page, { ...snapshots['ready-order'], revision: 3 })
  await expect(button(/^Remove /).first()).toBeVisible()
  expect(await button('Put back').count()).toBe(0)
})

test.describe('a counter without items', () => {
  /** A scanner that acts as a keyboard. */
  const scan = (code: string) =>
    host.page.evaluate(
      (keys) => {
        for (const key of keys)
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      },
      [...code, 'Enter'],
    )
  const asked = async () => (await askedOfMain(host.page)).map(({ name }) => name)

  test('a scanned receipt opens its sale, and its digits are charged to nobody', async () => {
    await host.show(snapshots.ready)
    await host.page.keyboard.type('500')
    await expect(button('Charge $5.00')).toBeEnabled()
    await host.page.waitForTimeout(100)
    await scan('KT1042')
    await expect(host.page.locator('main[data-place=sales]')).toBeVisible()
    expect(await asked()).not.toContain('sale.charge')
    await button('Back to the counter').click()
    await expect(button('Charge $5.00')).toBeEnabled()
  })

  test('the digits of a barcode are no amount, its Enter charges nothing, and the screen says so', async () => {
    await host.show(snapshots.ready)
    await host.page.keyboard.type('500')
    await expect(button('Charge $5.00')).toBeEnabled()
    for (const code of ['4006381333931', '10425']) {
      await scan(code)
      await expect(host.page.getByRole('alert')).toContainText('This shop has no items')
      await expect(button('Charge $5.00')).toBeEnabled()
    }
    await expect(host.page.getByRole('dialog')).toHaveCount(0)
    expect(await asked()).toEqual([])
    await press('Enter')
    await expect.poll(asked).toEqual(['sale.charge'])
    await pushSnapshot(host.page, { ...snapshots.authorizing, revision: 2 })
    await expect(host.page.getByRole('alert')).toHaveCount(0, { timeout: 5_000 })
  })

  test('a barcode is no cash either, and one from a serial port changes nothing', async () => {
    await host.show(snapshots.ready)
    await host.page.keyboard.type('500')
    await press('F8')
    await expect(button('Exact $5.00')).toBeVisible()
    await scan('4006381333931')
    await expect(host.page.getByRole('alert')).toContainText('This shop has no items')
    await expect(button('Exact $5.00')).toBeVisible()
    expect(await asked()).toEqual([])
    await host.show(snapshots.ready)
    await host.page.evaluate(() => window.bridgeOfTests.scan('4006381333931'))
    await expect(host.page.getByRole('alert')).toContainText('This shop has no items')
    await expect(button('Charge $0.00')).toBeVisible()
  })

  /** A scanner as slow as some over Bluetooth, 38 ms from key to key by the events' clock, on however slow a computer. */
  const scanSlowly = (code: string) =>
    host.page.evaluate(
      async (keys) => {
        let at = performance.now()
        for (const [index, key] of keys.entries()) {
          const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
          Object.defineProperty(event, 'timeStamp', { value: at })
          document.body.dispatchEvent(event)
          at += 38
          // Until the page has the key. After eight it is known to be a scan, and its end would be a pause.
          if (index < 7) await new Promise((resolve) => setTimeout(resolve, 38))
        }
      },
      [...code, 'Enter'],
    )

  test('the digits that a slow scanner has typed into the cash received, or into a part of a bill, are taken back', async () => {
    await host.show(snapshots.ready)
    await host.page.keyboard.type('500')
    await press('F8')
    await expect(button('Exact $5.00')).toBeVisible()
    await host.page.keyboard.type('600')
    await expect(button('Take $6.00')).toBeVisible()
    await host.page.waitForTimeout(100)
    await scanSlowly('4006381333931')
    await expect(host.page.getByRole('alert')).toContainText('This shop has no items')
    await expect(button('Take $6.00')).toBeVisible()
    await host.show(snapshots['bill-part-paid'])
    await scanSlowly('4006381333931')
    await expect(host.page.getByRole('alert')).toContainText('This shop has no items')
    await expect(host.page.getByRole('button', { name: / of it$/ })).toHaveCount(0)
    expect(await asked()).toEqual([])
  })

  test('an order number may be scanned into the note', async () => {
    await host.show(snapshots.ready)
    await press('F3')
    const note = host.page.getByRole('textbox', { name: 'Note' })
    await expect(note).toBeFocused()
    await scanByKeys(host.page, '40638179')
    await expect(note).toHaveValue('40638179')
    await expect(host.page.getByRole('alert')).toHaveCount(0)
  })

  test('while cash is taken, a scanned receipt changes nothing', async () => {
    await host.show(snapshots.ready)
    await host.page.keyboard.type('500')
    await press('F8')
    await expect(button('Exact $5.00')).toBeVisible()
    await scan('KT1042')
    await expect(button('Exact $5.00')).toBeVisible()
    expect(await asked()).toEqual([])
  })
})
