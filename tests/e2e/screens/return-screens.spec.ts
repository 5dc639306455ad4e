import type { Return } from '../../../src-shared/pos/returns/return.ts'
import type { SoldSale } from '../../../src-shared/pos/returns/sold-sale.ts'
import type { Snapshot } from '../../../src-shared/pos/snapshot.ts'
import { snapshots } from '../../pictures/snapshots.ts'
import { answerWith, askedOfMain } from '../../pictures/support/fake-bridge.ts'
import type { ScreenHost } from '../../pictures/support/screen-host.ts'
import { violations } from '../support/accessibility.ts'
import { expect, test } from '../support/screens.ts'

/** Finds a sale by its number and opens it. */
async function openSale(
  host: ScreenHost,
  sale: Pick<SoldSale, 'bill' | 'returns'>,
  refusals: NonNullable<Parameters<typeof answerWith>[1]['refusals']>,
  snapshot: Snapshot = snapshots.ready,
): Promise<void> {
  const { page } = host
  const sold = { ...sale, closed_at: sale.bill.opened_at }
  await host.show(snapshot)
  await answerWith(page, { replies: { 'sales.recent': [sold], 'sales.open': sold }, refusals })
  await page.keyboard.press('F12')
  await page.getByLabel('Receipt number').fill('kt1042')
  await page.keyboard.press('Enter')
}

test('a refund made elsewhere is shown before a line is refunded, and the next press confirms it', async ({
  host,
}) => {
  const { page } = host
  const { bill: small } = snapshots['bill-paid']
  const more = 500_000
  const tenders = small.tenders.map((one) =>
    one.kind === 'cash' ? { ...one, amount: one.amount + more } : one,
  )
  const bill = { ...small, total: small.total + more, tenders }
  await openSale(host, { bill, returns: [] }, { 'returns.begin': 'part_given_back' })
  await page.getByRole('button', { name: 'Return items' }).click()
  await page.getByLabel('Amount that goes back').fill('10')
  const giveBack = page.getByRole('button', { name: 'Give back $10.00' })
  await giveBack.click()
  await expect(page.getByRole('alert')).toContainText('perhaps for these goods')
  // The second click of the same double click does not confirm it.
  await expect(giveBack).toBeDisabled()
  await page.clock.runFor(700)
  await giveBack.click()
  const begun = async () =>
    (await askedOfMain(page)).flatMap(({ name, payload }) => (name === 'returns.begin' ? [payload] : []))
  await expect.poll(begun).toMatchObject([{ total: 1_000 }, { total: 1_000, looked: true }])
  expect((await begun())[0]).not.toHaveProperty('looked')
  // For another amount, the notice is shown again.
  await page.getByLabel('Amount that goes back').fill('11')
  await page.getByRole('button', { name: 'Give back $11.00' }).click()
  await expect.poll(async () => (await begun()).length).toBe(3)
  expect((await begun())[2]).not.toHaveProperty('looked')
  expect(await violations(page)).toEqual([])
  // The amount is read in the screen's language: a comma separates thousands here, and cents in French.
  await page.getByLabel('Amount that goes back').fill('1,234')
  await expect(page.getByRole('button', { name: 'Give back $1,234.00' })).toBeVisible()
  await host.change(snapshots.ready, { language: 'fr' })
  await page.getByLabel('Montant à rendre').fill('1,23')
  await expect(page.getByRole('button', { name: /1,23 \$/ })).toBeVisible()
  await page.getByLabel('Montant à rendre').fill('1,234')
  await expect(page.getByRole('button', { name: /1,234|1 234/ })).toHaveCount(0)
  await expect(page.getByRole('alert')).toBeVisible()
})

test('a sale whose payment is unknown to the service shows that, and that nothing was refunded', async ({
  host,
}) => {
  const { page } = host
  const { bill } = snapshots['bill-paid']
  await openSale(host, { bill, returns: [] }, { 'returns.begin': 'not_found' })
  await page.getByRole('button', { name: 'Undo this sale' }).click()
  await page.getByRole('button', { name: /^Give back \$/ }).click()
  await expect(page.getByRole('alert')).toContainText('does not know this payment: nothing was given back')
})

test('Enter after the PIN does what was pressed last, also a return after an exchange', async ({ host }) => {
  const { page } = host
  const { bill } = snapshots['bill-paid']
  await openSale(host, { bill, returns: [] }, { 'returns.begin': 'pin_needed' })
  await page.getByRole('button', { name: 'Return items' }).click()
  await page.getByLabel('Amount that goes back').fill('10')
  await page.getByRole('button', { name: 'Exchange for other goods' }).click()
  const pin = page.getByLabel('Manager’s PIN')
  await pin.fill('290417')
  await answerWith(page, { replies: {}, refusals: { 'returns.begin': 'part_given_back' } })
  await page.getByRole('button', { name: 'Give back $10.00' }).click()
  await expect(page.getByRole('alert')).toContainText('perhaps for these goods')
  await page.clock.runFor(700)
  await pin.press('Enter')
  const begun = async () =>
    (await askedOfMain(page)).flatMap(({ name, payload }) => (name === 'returns.begin' ? [payload] : []))
  await expect.poll(async () => (await begun()).at(-1)).toMatchObject({ total: 1_000, looked: true })
  expect((await begun())[0]).toHaveProperty('exchange', true)
  expect((await begun()).at(-1)).not.toHaveProperty('exchange')
})

test('with a receipt printer, gift receipts and return receipts are printed instead of saved as files', async ({
  host,
}) => {
  const { page } = host
  const { bill } = snapshots['bill-paid']
  const back: Return = {
    id: 'ret_1',
    bill_id: bill.id,
    number: bill.number,
    currency: bill.currency,
    lines: [],
    parts: [
      {
        ...{ kind: 'cash', tender_id: 'cash', goods: 1_000, tip: 0, surcharge: 0, rounding: 0 },
        ...{ state: 'done', handed_at: bill.opened_at },
      },
    ],
    reason: '',
    started_at: bill.opened_at,
    status: 'done',
  }
  const printing = { ...snapshots.ready.printing, ready: true }
  await openSale(host, { bill, returns: [back] }, {}, { ...snapshots.ready, printing, returns: [back] })
  await expect(page.getByRole('heading', { name: 'Given back' })).toBeVisible()
  await page.getByRole('button', { name: 'Print the receipt' }).click()
  await page.getByRole('button', { name: 'Gift receipt' }).click()
  const asked = async () =>
    (await askedOfMain(page)).flatMap(({ name, payload }) =>
      name === 'prints.receipt' || name === 'receipts.save' ? [{ name, payload }] : [],
    )
  await expect.poll(asked).toEqual([
    { name: 'prints.receipt', payload: { number: 'KT1042', kind: 'return', return_id: back.id } },
    { name: 'prints.receipt', payload: { number: 'KT1042', kind: 'gift' } },
  ])
  expect(await violations(page)).toEqual([])
})

test('before the sale of an exchange has been read, no amount is named that goes back', async ({ host }) => {
  const { page } = host
  await host.show(snapshots['exchange-order'])
  await answerWith(page, { refusals: { 'sales.open': 'never' } })
  await page.getByRole('button', { name: 'Goes back: $28.90' }).click()
  const dialog = page.getByRole('dialog', { name: 'Exchange' })
  await expect(dialog).toContainText('$19.10')
  await expect(dialog).not.toContainText('Goes back')
  await expect(dialog.getByRole('button', { name: 'Exchange' })).toBeDisabled()
})

test('cash that is to be handed back after an exchange stands above the fold', async ({ host }) => {
  await host.show(snapshots['exchange-rest-goes-back'])
  for (const language of ['en', 'es', 'fr'] as const) {
    await host.change(snapshots['exchange-rest-goes-back'], { language })
    await expect(host.page.getByRole('button', { name: /10[.,]00/ })).toBeInViewport({ ratio: 1 })
  }
})
