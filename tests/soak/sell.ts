import { createQuickCashier, type QuickCashier } from './cashier.ts'
import { chooseManagersPin, giveBack } from './give-back.ts'

/**
 * Ten sales and their tenders. The amounts are below the signature limit and have three digits: four digits within 50
 * ms and Enter are a barcode, which cannot be typed by hand.
 */
const kinds = ['card', 'items', 'card', 'card', 'items', 'card', 'cash', 'card', 'items', 'card'] as const
/** Number of sales between two orders that are put on hold, and between two refunds or voids. */
const everyHeld = 20
const everyGivenBack = 50

const ready = 'main[data-sale-state="ready"]:not([data-bill])'
const orderLines = (count: number) => `section[aria-label="Order"] li:nth-child(${count})`

export interface Selling {
  /** Makes the sale of this number, from the ready counter to the ready counter. */
  sell(number: number): Promise<void>
}

/** @param givesBack whether a manager refunds or voids a payment now and then; chooses the manager's PIN at once */
export async function openSelling(pos: QuickCashier['pos'], givesBack: boolean): Promise<Selling> {
  const cashier = await createQuickCashier(pos)
  const { until, keys } = cashier
  if (givesBack) await chooseManagersPin(cashier)
  return {
    async sell(number) {
      const kind = kinds[number % kinds.length] ?? 'card'
      await until(ready)
      if (kind === 'items') await ringUp(cashier, number)
      else await keys(...String(100 + ((number * 37) % 900)))
      if (number % everyHeld === 1) await holdAndGoOn(cashier)
      if (kind === 'cash') await payCash(cashier)
      else {
        await keys('Enter')
        await until('main[data-sale-state="approved"]')
      }
      await keys('Enter')
      await until(ready)
      if (givesBack && number % everyGivenBack === everyGivenBack - 1) await giveBack(cashier, number)
    },
  }
}

async function ringUp({ tap, until }: QuickCashier, number: number): Promise<void> {
  for (const next of [0, 1, 2]) {
    await tap('section[aria-label="Items"] button[data-colour]', number + next)
    await until(orderLines(next + 1))
  }
}

/** Puts the order on hold and recalls it at once: the customer had only forgotten something. */
async function holdAndGoOn({ keys, press, until }: QuickCashier): Promise<void> {
  await press('button:has(.tabler-icon-bookmark)')
  await until('[role=dialog] input:focus')
  await keys('A', 'n', 'a', 'Enter')
  // The order is on hold a little before the dialog closes; until then its overlay takes the press on the button behind.
  await until('body:not(:has([role=dialog]))')
  await press('button:has(.tabler-icon-bookmarks)')
  await press('[role=dialog] button[aria-label="Resume Ana"]')
  await until(orderLines(3))
  // The lines appear with the order, the dialog closes with the answer; until then the dialog gets the keys.
  await until('body:not(:has([role=dialog]))')
}

/** The screen with the change stays, where a repeated press for the cash may arrive. */
async function payCash({ keys, until }: QuickCashier): Promise<void> {
  await keys('F8')
  await until('main[data-bill="cash"]')
  await keys('Enter')
  await until('main[data-bill="paid"] button[aria-label="New sale"]:not([disabled])')
}
