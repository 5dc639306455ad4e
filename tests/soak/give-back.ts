import type { QuickCashier } from './cashier.ts'

const pin = [...'246810']
const button = (name: string) => `button[aria-label^="${name}"]:not([disabled])`
const keypad = '[aria-label="PIN keypad"]'
const ready = 'main[data-sale-state="ready"]'
const open = 'main[data-open="true"]'
const firstPayment = `${open} [data-intent]`

export async function chooseManagersPin({ pos, keys, until }: QuickCashier): Promise<void> {
  const patience = { timeout: 20_000 }
  await keys('F6')
  await pos.getByRole('heading', { name: 'Choose a PIN' }).waitFor(patience)
  await keys(...pin, 'Enter')
  await pos.getByRole('heading', { name: 'Once more, to be sure' }).waitFor(patience)
  await keys(...pin, 'Enter')
  await until(open)
  await keys('Escape')
  await until(ready)
}

/** A manager opens the page of payments, and refunds a part of the newest card payment, or voids it. */
export async function giveBack(cashier: QuickCashier, number: number): Promise<void> {
  const { pos, keys, until, press } = cashier
  await keys('F6')
  await until(keypad)
  await keys(...pin, 'Enter')
  // Both appear a moment later, and move the button to press.
  await until(`${open} section dl`)
  await press(firstPayment)
  await until(`${open} button:has(.tabler-icon-basket-down)`)
  const refunds = number % 100 < 50
  if (refunds) {
    await press(`${open} ${button('Refund')}`)
    await until('[aria-label^="All: "]')
    await keys('5', '0')
    await press(`${open} ${button('Refund $0.50')}`)
    await press(`[role=dialog] ${button('Refund $0.50')}`)
  } else {
    await press(`${open} ${button('Void')}`)
    await press(`[role=dialog] ${button('Void $')}`)
  }
  await until(button('Done'))
  const title = await pos.locator(`${open} h2`).allTextContents()
  if (!title.some((words) => words.endsWith(refunds ? '$0.50 refunded' : ' voided'))) {
    throw new Error(`not given back: ${title.join(', ')}`)
  }
  await press(button('Done'))
  await until(`${open}:not(:has(${button('Done')}))`)
  await keys('Escape')
  await until(firstPayment)
  await keys('Escape')
  await until(ready)
}
