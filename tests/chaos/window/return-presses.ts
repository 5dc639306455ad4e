import { oneUnit } from '../../../src-shared/pos/order/limits.ts'
import { amountLineId, returnable } from '../../../src-shared/pos/returns/returnable.ts'
import type { ToCounter } from '../sales/counter-messages.ts'
import { type Hands, money, pin, typed } from './hands.ts'
import type { Shown } from './presses.ts'

/** Presses on the page of the sale, or at the counter where an exchange waits for other goods. */
export async function pressForReturn(
  hands: Hands,
  message: Extract<ToCounter, { kind: 'return' | 'return_step' }>,
  { returns }: Shown,
): Promise<void> {
  if (message.kind === 'return') return bringBack(hands, message)
  const number = returns.find(({ id }) => id === message.return_id)?.number
  if (number === undefined) throw new Error('there is no such return')
  const { press } = hands
  switch (message.step) {
    case 'cancel':
      await hands.toCounter()
      return press('Cancel the exchange')
    case 'retry':
      await showSale(hands, number)
      return press('Try again')
    case 'handed_back':
      await showSale(hands, number)
      return press(/^Handed back \$/)
    case 'acknowledge':
      await showSale(hands, number)
      return press('Done')
  }
}

/** Opens the page of one sale by its receipt number. It cannot be reached while something is rung up. */
async function showSale({ page, keys, fill, beginAnew }: Hands, number: string): Promise<void> {
  const heading = page.getByRole('heading', { name: `Receipt ${number}`, exact: true })
  if (await heading.isVisible()) return
  await beginAnew()
  await keys('F12')
  await fill('Receipt number', number)
  await keys('Enter')
  await heading.waitFor()
}

async function bringBack(
  hands: Hands,
  { asked, bill }: Extract<ToCounter, { kind: 'return' }>,
): Promise<void> {
  const { page, press, fill, until, either, button, note } = hands
  await showSale(hands, asked.number)
  // If the service was away during an earlier attempt, its form is still open.
  if (await button('Leave it').isVisible()) await press('Leave it')
  const { lines } = returnable(bill, [])
  const wanted = new Map(asked.lines.map(({ line_id, quantity }) => [line_id, quantity]))
  const isWhole = lines.every(({ id, sold }) => wanted.get(id) === sold) && asked.exchange !== true
  if (isWhole) await press('Undo this sale')
  else {
    await press('Return items')
    for (const { id, name } of lines) {
      const quantity = wanted.get(id) ?? 0
      if (quantity === 0) continue
      if (id === amountLineId) await fill('Amount that goes back', typed(quantity))
      else for (let left = quantity; left > 0; left -= oneUnit) await press(`${name}: one more`)
    }
    if (asked.tips.length > 0) {
      for (const tip of await page.getByRole('checkbox', { name: /^Tip of / }).all()) await tip.check()
    }
  }
  const giveBack =
    asked.total > 0 ? `Give back ${money(asked.total)}` : isWhole ? 'Undo this sale' : 'Take it back'
  const begin = asked.exchange === true ? 'Exchange for other goods' : giveBack
  await press(begin)
  const askedForPin = page.getByLabel('Manager’s PIN')
  const isBegun = button(begin)
  await until('the return', async () => {
    if (!(await isBegun.isVisible())) return true
    return askedForPin.isVisible()
  })
  if (!(await askedForPin.isVisible())) return
  note('the manager types the PIN')
  await askedForPin.fill(pin)
  await press(begin)
  await either(
    page.locator('main[data-sale-state]'),
    page.getByRole('heading', {
      name: /^(Giving back…|Beginning…|Hand the cash back|Given back|Brought back.*|Not given back|Recording the cash…)$/,
    }),
  )
}
