import { setTimeout as delay } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { oneUnit } from '../../../src-shared/pos/order/limits.ts'
import type { Discount, Order, OrderLine } from '../../../src-shared/pos/order/order.ts'
import { totalsOf } from '../../../src-shared/pos/order/totals.ts'

/** The PIN of a manager, who was set up before the day. */
export const pin = '246810'

/** Money as a screen in American English shows it. */
export const money = (cents: number): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100)
/** An amount as it is typed into a field. */
export const typed = (cents: number): string => (cents / 100).toFixed(2)

/** Two taps within this time count as one, in ms. */
const betweenTapsMs = 80
const lookMs = 15
/** Maximum time until the effect of a press is visible, also on a busy machine, in ms. */
const patienceMs = 15_000

/** What a person can press and read in the cashier's window. Each press is noted. */
export function createHands(page: Page, note: (line: string) => void) {
  const dialog = page.getByRole('dialog')
  const button = (name: string | RegExp, within: Page | Locator = page): Locator =>
    within.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name }).first()

  async function press(name: string | RegExp, within: Page | Locator = page): Promise<void> {
    note(`press ${name}`)
    await button(name, within).click({ timeout: patienceMs })
  }

  async function keys(...names: readonly string[]): Promise<void> {
    note(`keys ${names.join(' ')}`)
    for (const name of names) await page.keyboard.press(name)
  }

  async function fill(label: string | RegExp, text: string, within: Page | Locator = page): Promise<void> {
    note(`type ${text} as ${label}`)
    await within.getByLabel(label).first().fill(text, { timeout: patienceMs })
  }

  /** Repeats `look` until it finds something. @returns what it found */
  async function until<Found>(what: string, look: () => Promise<Found | null | false>): Promise<Found> {
    const end = Date.now() + patienceMs
    for (;;) {
      const found = await look()
      if (found !== null && found !== false) return found
      if (Date.now() > end) throw new Error(`never came: ${what}`)
      await delay(lookMs)
    }
  }

  /** Waits for the first of these to appear. */
  const either = (...places: readonly Locator[]): Promise<Locator> =>
    until(places.join(' or '), async () => {
      for (const place of places) if (await place.isVisible()) return place
      return null
    })

  /** Closes everything in front of the counter. */
  async function toCounter(): Promise<void> {
    const counter = page.locator('main[data-sale-state]')
    await until('the counter', async () => {
      if (await dialog.isVisible()) await page.keyboard.press('Escape')
      else if (await counter.isVisible()) return true
      else await page.keyboard.press('Escape')
      return false
    })
  }

  /** Types the digits of an amount on the keypad, cents last. */
  async function digits(cents: number): Promise<void> {
    await keys(...String(cents))
  }

  /** Removes what an earlier attempt has left, before anything is rung up. */
  async function beginAnew(): Promise<void> {
    await toCounter()
    await page.keyboard.press('Delete')
    const clear = button('Clear the order')
    if (await clear.isVisible()) {
      await press('Clear the order')
      await clear.waitFor({ state: 'hidden', timeout: patienceMs })
    }
  }

  /** Enters the amount due beside the keypad: goods by their tiles, or an amount by its digits. */
  async function ringUp(order: Order | null, total: number): Promise<void> {
    await beginAnew()
    if (order === null) return digits(total)
    for (const line of order.lines) await ringUpLine(line)
    for (const { discount } of order.discounts) {
      await press('Discount')
      await give(discount)
      await press('Give the discount', dialog)
      await approved(button(/^Remove Discount/))
    }
    const shown = page.getByRole('region', { name: 'Order' }).locator('dl dd').last()
    const due = money(totalsOf(order).total)
    await until(`${due} in all`, async () => (await shown.textContent()) === due)
  }

  async function ringUpLine({ name, quantity, discount }: OrderLine): Promise<void> {
    const tile = page.getByRole('region', { name: 'Items' }).getByRole('button', { name })
    for (let count = quantity; count > 0; count -= oneUnit) {
      note(`tap ${name}`)
      await tile.click({ timeout: patienceMs })
      await delay(betweenTapsMs)
    }
    if (discount === null) return
    await press(`Change ${name}`)
    await give(discount)
    await press('Save', dialog)
    const line = page.getByRole('listitem').filter({ has: button(`Change ${name}`) })
    await approved(line.getByText('−$'))
  }

  async function give({ kind, value }: Discount): Promise<void> {
    await choose(kind === 'percent' ? 'Percent' : 'Amount')
    await fill(kind === 'percent' ? 'Percent off' : 'Amount off', typed(value), dialog)
  }

  /** A manager types the PIN if the cashier may not give such a discount. */
  async function approved(discount: Locator): Promise<void> {
    const asked = page.getByRole('dialog', { name: 'A manager approves this' })
    if ((await either(discount, asked)) === discount) return
    await fill('Manager’s PIN', pin, asked)
    await press('Approve', asked)
    await asked.waitFor({ state: 'hidden', timeout: patienceMs })
    await discount.waitFor({ timeout: patienceMs })
  }

  /** Chooses one of the options in the dialog. */
  async function choose(option: string): Promise<void> {
    note(`choose ${option}`)
    await dialog.getByRole('radio', { name: option, exact: true }).check({ force: true, timeout: patienceMs })
  }

  return {
    ...{
      page,
      dialog,
      button,
      press,
      keys,
      fill,
      until,
      either,
      toCounter,
      digits,
      beginAnew,
      ringUp,
      choose,
    },
    note,
  }
}
export type Hands = ReturnType<typeof createHands>
