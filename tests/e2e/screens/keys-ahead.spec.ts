import { snapshots } from '../../pictures/snapshots.ts'
import { answerWith, askedOfMain, forgetAnswers, pushSnapshot } from '../../pictures/support/fake-bridge.ts'
import type { ScreenHost } from '../../pictures/support/screen-host.ts'
import { expect, test } from '../support/screens.ts'

// A fast cashier types ahead on a slow computer: the code of a screen is delayed until the test releases it, or main has
// not answered yet.

let host: ScreenHost

const button = (name: string | RegExp) => host.page.getByRole('button', { name, exact: true })
const press = (key: string) => host.page.keyboard.press(key)
const type = (keys: string) => host.page.keyboard.type(keys)

const askedNames = async () => (await askedOfMain(host.page)).map(({ name }) => name)

const screenCode = /\/(bill-screens|staff-area|sales-place)-[^/]*\.js$/
let release = (): void => undefined

test.beforeEach(async ({ host: ofWorker }) => {
  host = ofWorker
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await host.page.route(screenCode, async (route) => {
    await released
    await route.continue()
  })
})

test.afterEach(async () => {
  release()
  await host.page.unrouteAll({ behavior: 'wait' })
  await forgetAnswers(host.page)
})

/** Opens the cash screen for $45.00; main does not answer what is taken there, or refuses it. */
async function openCash(taken: 'never' | 'failed'): Promise<void> {
  release()
  await host.show(snapshots.ready)
  await type('4500')
  await press('F8')
  await expect(button(/^Exact/)).toBeVisible()
  await answerWith(host.page, { refusals: { 'bill.take_cash': taken } })
}

test('an amount that is typed right after the key for cash is the cash received, and Enter ahead takes nothing', async () => {
  await host.show(snapshots.ready)
  await type('1234')
  await press('F8')
  await type('20500')
  await press('Backspace')
  await press('Backspace')
  await type('00')
  await press('Enter')
  await type('7')
  release()
  await expect(button('Take $205.00')).toBeVisible()
  expect(await askedOfMain(host.page)).toEqual([])
  await press('Enter')
  expect(await askedOfMain(host.page)).toMatchObject([
    { name: 'bill.take_cash', payload: { tendered: 20_500, balance: 1_234 } },
  ])
})

test('the same after a tap on Cash; Escape leaves cash before its screen is there, and drops what was typed', async () => {
  await host.show(snapshots.ready)
  await type('1234')
  await button('Cash').click()
  await type('2000')
  await press('Escape')
  await expect(button('Charge $12.34')).toBeVisible()
  await type('5')
  await expect(button('Charge $123.45')).toBeVisible()
  await press('F8')
  release()
  await expect(button(/^Exact/)).toBeVisible()
})

test('digits that are typed while a split bill is being opened are the part to pay, and no key pays otherwise', async () => {
  release()
  await host.show(snapshots.ready)
  await answerWith(host.page, { refusals: { 'bill.open': 'never' } })
  await type('4500')
  await press('F9')
  await type('1000')
  for (const key of ['Enter', 'F8', 'F2']) await press(key)
  expect(await askedNames()).toEqual(['bill.open'])
  await host.change(snapshots['bill-to-pay'])
  await expect(button('Charge $10.00 of it')).toBeVisible()
  expect(await askedNames()).toEqual(['bill.open'])
})

test('digits typed while cash is being booked are the next amount, and the change is shown first', async () => {
  await openCash('never')
  await type('5000')
  await press('Enter')
  await press('Enter')
  await type('12')
  await expect(button('Take $50.00')).toBeVisible()
  await host.change(snapshots['bill-paid'])
  await expect(host.page.getByRole('heading', { name: 'Paid' })).toBeVisible()
  expect(await askedNames()).toEqual(['bill.take_cash'])
  // The next digit begins the sale, with the digits before it.
  await type('3')
  await expect.poll(askedNames).toEqual(['bill.take_cash', 'sale.finish'])
  await host.change(snapshots.ready)
  await type('4')
  await expect(button('Charge $12.34')).toBeVisible()
})

test('Enter on the paid screen leaves it, and does not pay an amount that was typed before it was shown', async () => {
  await openCash('never')
  await press('Enter')
  await type('500')
  await host.change(snapshots['bill-paid'])
  await expect(button('New sale')).toBeEnabled()
  await press('Enter')
  await host.change(snapshots.ready)
  await expect(button('Charge $5.00')).toBeVisible()
  expect(await askedNames()).toEqual(['bill.take_cash', 'sale.finish'])
})

test('if cash could not be saved, its screen takes keys again', async () => {
  await openCash('failed')
  await type('5000')
  await press('Enter')
  await expect(host.page.getByText('try again only if it was not done')).toBeVisible()
  await press('Delete')
  await type('6000')
  await press('Enter')
  await expect
    .poll(() => askedOfMain(host.page))
    .toMatchObject([{ payload: { tendered: 5_000 } }, { payload: { tendered: 6_000 } }])
})

test('an amount that begins with unseen digits is not paid before the cashier sees it', async () => {
  await openCash('never')
  await press('Enter')
  await type('15')
  await host.change(snapshots['bill-paid'])
  await expect(button('New sale')).toBeEnabled()
  // The next customer, while the paid screen still shows the change: nothing shows that 15 is there.
  await type('500')
  for (const key of ['Enter', 'F2', 'F8']) await press(key)
  await host.change(snapshots.ready)
  await expect(button('Charge $155.00')).toBeVisible()
  expect(await askedNames()).toEqual(['bill.take_cash', 'sale.finish'])
  await press('Enter')
  await expect.poll(askedNames).toContain('sale.charge')
})

test('a PIN that is typed right after its key goes to its page, and never to the amount', async () => {
  await host.show(snapshots.ready)
  await press('F6')
  await type('2468')
  await press('Enter')
  release()
  await expect(host.page.locator('main[data-place=payments]')).toBeVisible()
  await press('5')
  await press('Backspace')
  // The digits that were typed ahead are there: two more make the shortest new PIN.
  await expect(button('Next')).toBeDisabled()
  await type('13')
  await expect(button('Next')).toBeEnabled()
  await press('Escape')
  await expect(button('Charge $0.00')).toBeVisible()
})

test('after a scan while the page of a PIN is being loaded, the PIN is typed anew', async () => {
  await host.show(snapshots.ready)
  await press('F6')
  await type('2468')
  await host.page.evaluate(() => window.bridgeOfTests.scan('40638'))
  await type('2')
  release()
  await expect(host.page.locator('main[data-place=payments]')).toBeVisible()
  await type('13')
  await expect(button('Next')).toBeDisabled()
  await type('579')
  await expect(button('Next')).toBeEnabled()
})

test('a receipt number that is typed right after the key for sales is in its field', async () => {
  await host.show(snapshots.ready)
  await answerWith(host.page, { replies: { 'sales.recent': [] } })
  await press('F12')
  await type('kt1042')
  release()
  await expect(host.page.getByLabel('Receipt number')).toHaveValue('KT1042')
  await type('7')
  await expect(host.page.getByLabel('Receipt number')).toHaveValue('KT10427')
})

test('the end of an amount whose beginning came before the result is no amount', async () => {
  release()
  const { page } = host
  await host.show(snapshots.authorizing)
  // By the clock of the events, so that no slow computer makes a pause between the digits.
  await page.evaluate(
    async (approved) => {
      let at = new Event('start').timeStamp
      const press = (key: string) => {
        const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
        at += 60
        Object.defineProperty(event, 'timeStamp', { value: at })
        document.body.dispatchEvent(event)
      }
      press('1')
      press('2')
      // They are held for a moment, to see whether they begin a scan.
      await new Promise((resolve) => setTimeout(resolve, 60))
      window.bridgeOfTests.push(JSON.parse(approved))
      while (document.querySelector('main[data-sale-state=approved]') === null)
        await new Promise(requestAnimationFrame)
      press('3')
      press('4')
    },
    JSON.stringify({ ...snapshots.approved, revision: 2 }),
  )
  expect(await askedOfMain(page)).toEqual([])
  // The cashier sees that nothing was typed, and types it again.
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  await type('1234')
  await expect.poll(() => askedOfMain(page)).toEqual([{ name: 'sale.finish' }])
  await pushSnapshot(page, { ...snapshots.ready, revision: 3 })
  await expect(button('Charge $12.34')).toBeVisible()
})

test('while a bill is being opened, the keys for a link and for a tab open no dialog for the amount that it has taken', async () => {
  release()
  await host.show({ ...snapshots.ready, settings: { ...snapshots.ready.settings, tabs: true } })
  await answerWith(host.page, { refusals: { 'bill.open': 'never' } })
  await type('4500')
  await press('F9')
  for (const key of ['F5', 'F11']) await press(key)
  expect(await askedNames()).toEqual(['bill.open'])
  await pushSnapshot(host.page, { ...snapshots['bill-to-pay'], revision: 2 })
  await expect(button('Send a link')).toBeVisible()
  await expect(host.page.getByRole('dialog')).toHaveCount(0)
  await press('F5')
  await expect(host.page.getByRole('dialog')).toBeVisible()
})
