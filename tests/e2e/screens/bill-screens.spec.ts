import type { Bill } from '../../../src-shared/pos/bill/bill.ts'
import { withPartReturned } from '../../../src-shared/pos/bill/part-returned.ts'
import { plainLine } from '../../../src-shared/pos/order/plain-line.ts'
import { snapshots } from '../../pictures/snapshots.ts'
import { answerWith, askedOfMain, pushSnapshot } from '../../pictures/support/fake-bridge.ts'
import { violations } from '../support/accessibility.ts'
import { expect, test } from '../support/screens.ts'

test('an open tab shows the discount of its order and its tax between the lines and the total', async ({
  host,
}) => {
  const { page } = host
  const { tabs } = snapshots['ready-tabs']
  const rate = { id: 'tax_1', name: 'Sales tax', rate: 10_000, inclusive: false }
  const discount = { kind: 'amount', value: 500, reason: 'Regular' } as const
  const order = {
    id: 'ord_1',
    lines: [{ ...plainLine('l1', 'Fish and chips', 2_500), tax_rates: [rate] }],
    discounts: [{ id: 'd1', discount }],
  }
  const taxed = tabs.map((tab) => ({ ...tab, sale: { ...tab.sale, order } }))
  await host.show({ ...snapshots['ready-tabs'], tabs: taxed })
  await page.getByRole('button', { name: 'Tabs' }).click()
  await page.getByRole('button', { name: 'Show Maria' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator('li')).toContainText('$25.00')
  await expect(dialog.locator('dl')).toContainText('Discount-$5.00Tax$2.00On the tab$22.00')
  expect(await violations(page)).toEqual([])
})

test('what stands below the tenders of a bill is their sum or what is left, and never a total they do not add up to', async ({
  host,
}) => {
  const rows = async () => {
    const texts = await host.page.locator('dl').first().locator('> div').allTextContents()
    return texts.map((text) => text.replace(/\s+/g, ' '))
  }
  await host.show(snapshots['bill-part-paid'])
  await expect
    .poll(rows)
    .toEqual(['Total$60.00', '1. Cash$20.00', '2. Visa •••• 1111$25.00', 'Still to pay$15.00'])
  await host.show(snapshots['bill-paid'])
  await expect.poll(async () => (await rows()).at(-1)).toBe('Total$60.00')
  await host.show(snapshots['bill-hand-back'])
  await expect.poll(async () => (await rows()).join()).not.toContain('Total')
  await host.show(snapshots['bill-given-back'])
  await expect.poll(async () => (await rows()).join()).not.toContain('Total')
  await expect.poll(async () => (await rows()).at(-1)).toMatch(/^Given back/)
  // What was brought back moves no money, whatever becomes of the exchange.
  const { bill } = snapshots['bill-given-back']
  const brought = snapshots['exchange-to-pay'].bill.tenders.map((one) => ({
    ...one,
    status: 'returned' as const,
  }))
  const before = await rows()
  await host.show({
    ...snapshots['bill-given-back'],
    bill: { ...bill, tenders: [...brought, ...bill.tenders] },
  })
  await expect.poll(rows).toEqual(before)
})

test('a card of which a part went back elsewhere shows what it still pays, and that this is after the return', async ({
  host,
}) => {
  const { bill, ...snapshot } = snapshots['bill-part-paid']
  const tenders = bill.tenders.map((one) => (one.kind === 'card' ? withPartReturned(one, 500) : one))
  await host.show({ ...snapshot, bill: { ...bill, tenders } })
  await expect(host.page.locator('dl > div', { hasText: '1111' })).toHaveText(
    '2. Visa •••• 1111, less $5.00 given back$20.00',
  )
})

test('a bill shows how much of it counts as paid although the service has not answered since the start', async ({
  host,
}) => {
  const { bill, ...snapshot } = snapshots['bill-part-paid']
  const card = bill.tenders.find((one) => one.kind === 'card')
  if (card?.kind !== 'card') throw new Error('a card has paid')
  await host.show({ ...snapshot, bill, given_back_unknown: [card.sale.id] })
  const notice = host.page.getByText(/The payment service has not answered yet/)
  await expect(notice).toContainText('$25.00 by card counts as paid')
  // Cash can be taken meanwhile.
  await host.page.keyboard.press('F8')
  await expect(host.page.getByRole('button', { name: /^Exact/ })).toBeEnabled()
  await host.page.keyboard.press('Escape')
  await host.change({ ...snapshot, bill })
  await expect(notice).toHaveCount(0)
  for (const language of ['en', 'es', 'fr'] as const) {
    for (const [width, height] of [
      [1280, 800],
      [800, 600],
      [360, 740],
    ] as const) {
      await host.change(
        { ...snapshot, bill, given_back_unknown: [card.sale.id] },
        { language, width, height },
      )
      await expect(
        host.page.getByRole('button', { name: /Charge|Cobrar|Débiter|Encaisser/ }).first(),
      ).toBeInViewport()
    }
  }
})

test('the list of sales shows the amount paid with its tip, and the date of each sale', async ({ host }) => {
  const { page } = host
  const { bill } = snapshots['bill-paid']
  const tenders = bill.tenders.map((one) => (one.kind === 'card' ? { ...one, tip: 250 } : one))
  const sold = {
    bill: { ...bill, total: 6_000, tenders },
    closed_at: '2026-04-05T12:00:00.000Z',
    returns: [],
  }
  await host.show(snapshots.ready)
  await answerWith(page, { replies: { 'sales.recent': [sold] } })
  await page.keyboard.press('F12')
  await expect(page.getByRole('list', { name: 'Last sales' })).toContainText('$62.50')
  await expect(page.getByRole('list', { name: 'Last sales' })).toContainText('Apr 5, 2026')
  // The field has the focus by itself: Escape leads back, unless text has been typed.
  const field = page.getByLabel('Receipt number')
  await expect(field).toBeFocused()
  await field.fill('KT')
  await page.keyboard.press('Escape')
  await expect(field).not.toBeFocused()
  await expect(field).toHaveValue('KT')
  await field.fill('')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Charge $0.00' })).toBeVisible()
})

for (const name of ['approved-split', 'bill-paid'] as const) {
  test(`a paid bill offers the receipts of all its cards: ${name}`, async ({ host }) => {
    const { page } = host
    const bill: Bill | null = snapshots[name].bill
    if (bill === null) throw new Error('a bill was paid')
    const cards = bill.tenders.filter(({ kind }) => kind === 'card')
    await host.show(snapshots[name])
    const reply = { not_printed: ['Visa **** 1111'], cancelled: true }
    await answerWith(page, { replies: { 'receipts.print': reply } })
    await expect(page.getByRole('region', { name: 'Receipt' }).getByText(/Card .*\*{4} \d{4}/)).toHaveCount(
      cards.length,
    )
    await page.getByRole('button', { name: 'Print', exact: true }).click()
    expect(await askedOfMain(page)).toContainEqual({
      name: 'receipts.print',
      payload: { number: bill.number },
    })
    await expect(
      page.getByText('Printing was cancelled at the terminal. Not printed: Visa **** 1111'),
    ).toBeVisible()
    expect(await violations(page)).toEqual([])
  })
}

test('the receipt of a card is e-mailed without leaving its sale; one of cash alone, or for a known address, has no second button', async ({
  host,
}) => {
  const { page } = host
  const mail = page.getByRole('button', { name: 'E-mail the receipt' })
  const { bill, ...paid } = snapshots['bill-paid']
  const cash = bill.tenders.filter(({ kind }) => kind === 'cash')
  await host.show({ ...paid, bill: { ...bill, tenders: cash, total: 3_500 } })
  await expect(page.getByRole('button', { name: 'Receipt, undo…' })).toBeVisible()
  await expect(mail).toHaveCount(0)
  const { customer } = snapshots['approved-customer']
  const { bill: split } = snapshots['approved-split']
  if (customer === null || split === null) throw new Error('no customer, or no bill')
  await host.show({ ...snapshots['approved-split'], customer })
  await expect(page.getByRole('button', { name: 'Receipt, undo…' })).toBeVisible()
  await expect(mail).toHaveCount(0)
  // Where cash paid last, nothing else sends the receipt of the card.
  await host.show({ ...paid, bill, customer })
  await expect(mail).toBeVisible()
  await host.show({ ...snapshots['approved-split'], customer: { ...customer, email: '' } })
  await answerWith(page, {
    replies: { 'receipts.email': { sent: false, message: 'Visa **** 1111: no such address.' } },
  })
  // The form was loaded with its screen: the first digit after the press is in the address.
  await page.waitForLoadState('networkidle')
  await mail.click()
  await page.keyboard.type('1@example.com')
  await page.keyboard.press('Enter')
  await expect(page.getByText('It may not have been sent. Visa **** 1111: no such address.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  // The digit belonged to the address, not to the next sale.
  const asked = (await askedOfMain(page)).map(({ name }) => name)
  expect(asked).not.toContain('sale.finish')
  expect(await askedOfMain(page)).toContainEqual({
    name: 'receipts.email',
    payload: { number: split.number, email: '1@example.com' },
  })
})

test('one press prints the receipts of all cards of a customer', async ({ host }) => {
  const { page } = host
  const snapshot = { ...snapshots['approved-split'], customer: snapshots['approved-customer'].customer }
  await host.show(snapshot)
  await answerWith(page, {
    replies: { 'receipts.print': { not_printed: ['Visa **** 1111'], cancelled: false } },
  })
  await page.getByRole('group', { name: 'Receipt' }).getByRole('button', { name: 'Print' }).click()
  await expect(page.getByText('Not all of it came out. Not printed: Visa **** 1111')).toBeVisible()
  const asked = (await askedOfMain(page)).map(({ name }) => name)
  expect(asked).toContain('receipts.print')
  expect(asked).not.toContain('sale.print')

  const message = 'Visa **** 1111: no such address.'
  await answerWith(page, { replies: { 'customer.receipt': { sent: false, message } } })
  await page.getByRole('group', { name: 'Receipt' }).getByRole('button', { name: 'E-mail' }).click()
  await expect(page.getByText(`The receipt may not have been sent. ${message}`)).toBeVisible()

  // No receipt is sent to a customer who wants none.
  await answerWith(page, { refusals: { 'customer.receipt': 'not_now' } })
  await page.getByRole('group', { name: 'Receipt' }).getByRole('button', { name: 'None' }).click()
  await expect(page.getByText('This choice could not be saved.')).toBeVisible()
})

test('the notice that a link opens only on this computer is shown once', async ({ host }) => {
  const { page } = host
  const { bill } = snapshots['bill-link']
  const bill_link_url = 'http://127.0.0.1:8080/checkout/cs_1#4Vq9sC1mXo2Jt7yLw8Rk3Q'
  const about = page.getByText(/on this computer only/)
  const link = { ...bill.link, receiver: { kind: 'email', address: 'ana@example.com' } } as const
  await host.show({
    ...snapshots['bill-link'],
    bill: { ...bill, link: { ...link, delivery: 'local' } },
    bill_link_url,
  })
  await expect(about).toHaveCount(1)
  const code = { ...bill.link, receiver: { kind: 'code' }, delivery: 'not_asked' } as const
  await host.change({ ...snapshots['bill-link'], bill: { ...bill, link: code }, bill_link_url })
  await expect(about).toHaveCount(1)
})

test('a part typed before Cash is pressed is the amount taken, until another amount is typed', async ({
  host,
}) => {
  const { page } = host
  await host.show(snapshots['bill-to-pay'])
  await page.keyboard.type('1000')
  await page.keyboard.press('F8')
  await expect(page.getByRole('button', { name: 'Take $10.00 in part' })).toBeVisible()
  await page.keyboard.type('2000')
  await expect(page.getByRole('button', { name: 'Take $20.00 in part' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.type('500')
  await page.getByRole('button', { name: 'Cash' }).click()
  await page.keyboard.press('Enter')
  expect(await askedOfMain(page)).toMatchObject([{ name: 'bill.take_cash', payload: { tendered: 500 } }])
})

test('after a failed card, F9 pays in another way, and F8 opens cash once the balance is known', async ({
  host,
}) => {
  const { page } = host
  for (const name of ['declined', 'stopped-by-customer'] as const) {
    await host.show(snapshots[name])
    await page.keyboard.press('F9')
    expect(await askedOfMain(page)).toEqual([{ name: 'bill.pay_otherwise' }])
    await host.show(snapshots[name])
    await page.keyboard.press('F8')
    expect(await askedOfMain(page)).toEqual([{ name: 'bill.pay_otherwise' }])
    await pushSnapshot(page, { ...snapshots['bill-to-pay'], revision: 2 })
    await expect(page.getByRole('heading', { name: 'Cash', exact: true })).toBeVisible()
  }
})

test('after a failed card, F8 opens cash only for that sale, and does nothing without an open bill', async ({
  host,
}) => {
  const { page } = host
  const { declined } = snapshots
  const next = {
    ...snapshots['bill-to-pay'],
    bill: { ...snapshots['bill-to-pay'].bill, id: 'bill_of_the_next' },
  }
  const cash = page.getByRole('heading', { name: 'Cash', exact: true })
  for (const bill of [null, declined.bill]) {
    await host.show({ ...declined, bill })
    await page.keyboard.press('F8')
    expect(await askedOfMain(page)).toEqual(bill === null ? [] : [{ name: 'bill.pay_otherwise' }])
    await pushSnapshot(page, { ...snapshots.ready, revision: 2 })
    await pushSnapshot(page, { ...next, revision: 3 })
    await expect(page.getByRole('heading', { name: 'To pay', exact: true })).toBeVisible()
    await expect(cash).toBeHidden()
  }
})
