import type { SaleInput } from '../../../src-main/sale/sale-input.ts'
import { balanceOf } from '../../../src-shared/pos/bill/balance.ts'
import type { Order } from '../../../src-shared/pos/order/order.ts'
import { totalsOf } from '../../../src-shared/pos/order/totals.ts'
import type { Cashier } from '../day/place.ts'
import type { ToCounter } from '../sales/counter-messages.ts'
import { type Hands, money, typed } from './hands.ts'
import { pressForReturn } from './return-presses.ts'

export type Shown = NonNullable<ReturnType<Cashier['now']>>

/** Charges above this amount must be confirmed, in cents. */
const askAbove = 500_000
const tabName = 'Maria'

/** Presses whatever sends the message, on the screen that shows `now`. @throws if the screen has no such control */
export async function pressFor(hands: Hands, message: ToCounter, now: Shown): Promise<void> {
  switch (message.kind) {
    case 'dispatch':
      return pressForSale(hands, message.event, now)
    case 'open_shift':
      await hands.toCounter()
      await hands.keys('F10')
      await hands.fill('Float', typed(message.amount), hands.dialog)
      await hands.press('Open the shift', hands.dialog)
      return hands.dialog.waitFor({ state: 'hidden' })
    case 'exchange':
      await hands.ringUp(null, message.total)
      await hands.press(/^(To pay: |Goes back: |Exchange$)/)
      if (now.returns.some(({ id }) => id === message.return_id)) await confirmExchange(hands)
      return
    case 'return':
    case 'return_step':
      return pressForReturn(hands, message, now)
    default:
      throw new Error(`nobody presses anything for ${message.kind}`)
  }
}

/** If money goes back the exchange must be confirmed, again if the service was away; else the bill is open. */
async function confirmExchange({ page, dialog, either, press, until, button }: Hands): Promise<void> {
  await either(dialog, page.locator('main[data-bill]'))
  if (!(await dialog.isVisible())) return
  await press('Exchange', dialog)
  await until('the exchange', async () => {
    if (!(await dialog.isVisible())) return true
    if (await dialog.getByRole('alert').isVisible()) await button('Exchange', dialog).click()
    return false
  })
}

async function pressForSale(hands: Hands, event: SaleInput, { bill, sale }: Shown): Promise<void> {
  const { press, dialog, fill, digits, keys, page } = hands
  // A dialog stays open after a refusal, such as while the service was away.
  if (event.kind === 'send_link' || event.kind === 'take_cash') await hands.toCounter()
  switch (event.kind) {
    case 'charge':
      if (event.sale.tab?.stage === 'opening') return openTab(hands, event.sale.amount)
      if (bill === null) return charge(hands, event.sale)
      await keys('Delete')
      if (event.sale.amount !== balanceOf(bill)) await digits(event.sale.amount)
      return press(event.sale.entry === 'manual' ? 'Enter card by hand' : /^Charge \$/)
    case 'take_cash':
      if (event.bill !== null) await hands.ringUp(event.bill.order, event.bill.total)
      return takeCash(hands, event.tendered, event.balance)
    case 'open_bill':
      await hands.ringUp(event.bill.order, event.bill.total)
      return press(event.bill.total === 0 ? 'Complete the sale' : 'Split')
    case 'pay_otherwise':
      return press(/^(Pay another way|Back to the balance)$/)
    case 'decide':
      return press(event.choice === 'void' ? 'Void the payment' : /^(Keep|Open the tab with) \$/)
    case 'sign':
      return press('Skip signature')
    case 'customer_agrees':
      return press('The customer agrees')
    case 'finish':
      await hands.toCounter()
      return press(/^(New sale|Cancel sale|Back to the balance|Leave the tab open|Put its order on hold)$/)
    case 'undo_bill':
      await press('Undo and give everything back')
      return press('Undo and give everything back', dialog)
    case 'cash_returned':
      return press(/^Handed back \$/)
    case 'send_link':
      if (bill !== null && event.link.amount !== balanceOf(bill)) await digits(event.link.amount)
      await press('Send a link')
      await hands.choose('QR code')
      await press('Show the code', dialog)
      return page.locator('main[data-bill="link"]').waitFor()
    case 'withdraw_link':
      return press('Cancel the link')
    case 'add_to_tab':
      return addToTab(hands, event.order)
    case 'close_tab':
      await showTab(hands)
      if (event.tip > 0) await fill('Tip', typed(event.tip), dialog)
      await press(/^(Charge \$|Take \$|Close the tab$)/, dialog)
      return dialog.waitFor({ state: 'hidden' })
    case 'release_tab':
      await showTab(hands)
      await press(/^(Cancel the tab|Remove the tab)$/, dialog)
      return press(/^(Release the card uncharged|Remove it unpaid)\?$/, dialog)
    default:
      throw new Error(`nobody presses anything for ${event.kind} at ${sale.kind}`)
  }
}

async function charge(
  hands: Hands,
  { amount, order = null, entry }: Extract<SaleInput, { kind: 'charge' }>['sale'],
): Promise<void> {
  await hands.ringUp(order, amount)
  await hands.press(entry === 'manual' ? 'Enter card by hand' : `Charge ${money(amount)}`)
  if (amount > askAbove) await hands.press(`Charge ${money(amount)}`, hands.dialog)
}

/** Takes a usual sum or the exact amount by one tap, any other by its digits. */
async function takeCash(
  { page, button, press, digits }: Hands,
  tendered: number,
  balance: number,
): Promise<void> {
  await press('Cash')
  await page.locator('main[data-bill="cash"]').waitFor()
  const usual = page.getByRole('group', { name: 'Usual amounts' })
  if (tendered === balance) return press(`Exact ${money(balance)}`)
  if (await button(money(tendered), usual).isVisible()) return press(money(tendered), usual)
  await digits(tendered)
  return press(new RegExp(`^Take ${money(tendered).replace('$', '\\$')}`))
}

async function openTab(hands: Hands, hold: number): Promise<void> {
  const { press, fill, dialog } = hands
  await hands.ringUp(null, hold)
  await press('Tab')
  await fill('Name', tabName, dialog)
  await press(`Hold ${money(hold)}`, dialog)
}

async function addToTab(hands: Hands, order: Order): Promise<void> {
  const { press, dialog } = hands
  const { total } = totalsOf(order)
  await hands.ringUp(order, total)
  await press('Tab')
  await press(`Add ${money(total)} to ${tabName}`, dialog)
  await dialog.getByText('On the tab').waitFor()
}

async function showTab({ press, dialog, toCounter }: Hands): Promise<void> {
  if (await dialog.getByText('On the tab').isVisible()) return
  await toCounter()
  await press('Tabs')
  await press(`Show ${tabName}`, dialog)
}
