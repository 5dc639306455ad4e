import type { QuickCashier } from './cashier.ts'

const pin = '246810'
const patience = { timeout: 20_000 }

export async function chooseManagersPin({ pos }: QuickCashier): Promise<void> {
  await pos.keyboard.press('F6')
  await pos.getByRole('heading', { name: 'Choose a PIN' }).waitFor(patience)
  await pos.keyboard.type(pin)
  await pos.keyboard.press('Enter')
  await pos.getByRole('heading', { name: 'Once more, to be sure' }).waitFor(patience)
  await pos.keyboard.type(pin)
  await pos.keyboard.press('Enter')
  await pos.locator('main[data-open="true"]').waitFor(patience)
  await backToCounter(pos)
}

/** A manager opens the page of payments, and refunds a part of the newest that was paid by card, or voids it. */
export async function giveBack({ pos }: QuickCashier, number: number): Promise<void> {
  await pos.keyboard.press('F6')
  await pos.getByRole('group', { name: 'PIN keypad' }).waitFor(patience)
  await pos.keyboard.type(pin)
  await pos.keyboard.press('Enter')
  const open = pos.locator('main[data-open="true"]')
  await open.waitFor(patience)
  await pos.locator('button[data-intent]').first().click()
  const dialog = pos.getByRole('dialog')
  if (number % 100 < 50) {
    await open.getByRole('button', { name: /^Refund/ }).click()
    await pos.getByRole('heading', { name: 'How much to refund?' }).waitFor(patience)
    await pos.keyboard.type('50')
    await open.getByRole('button', { name: 'Refund $0.50' }).click()
    await dialog.getByRole('button', { name: 'Refund $0.50' }).click()
    await pos.getByRole('heading', { name: '$0.50 refunded' }).waitFor(patience)
  } else {
    await open.getByRole('button', { name: /^Void/ }).click()
    await dialog.getByRole('button', { name: /^Void \$/ }).click()
    await pos.getByRole('heading', { name: /^\$.* voided$/ }).waitFor(patience)
  }
  await pos.getByRole('button', { name: 'Done' }).click()
  await backToCounter(pos)
}

async function backToCounter(pos: QuickCashier['pos']): Promise<void> {
  const counter = pos.locator('main[data-sale-state="ready"]')
  for (let times = 0; times < 8; times += 1) {
    await pos.keyboard.press('Escape')
    const isThere = await counter.waitFor({ timeout: 500 }).then(
      () => true,
      () => false,
    )
    if (isThere) return
  }
  throw new Error('there is no way back to the counter')
}
