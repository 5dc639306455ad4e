import { countedTotal, denominations } from '../../../src-shared/pos/cash/shift.ts'
import { type Hands, pin, typed } from './hands.ts'

const tasks = [
  { name: 'Pay in', button: 'Add cash', sign: 1 },
  { name: 'Drop', button: 'Remove cash', sign: -1 },
  { name: 'Pay out', button: 'Pay out', sign: -1 },
] as const

/** Change is fetched, notes go to the safe, or milk is bought. @returns what that adds to the drawer, in cents */
export async function atDrawer(hands: Hands, random: () => number): Promise<number> {
  const { name, button, sign } = tasks[Math.floor(random() * tasks.length)] ?? tasks[0]
  const cents = 1 + Math.floor(random() * 2_000)
  const { dialog, fill, press } = hands
  await openDrawer(hands)
  await hands.choose(name)
  await fill('Amount', typed(cents), dialog)
  await fill('Reason', 'Milk', dialog)
  if (name === 'Pay out') await fill('Manager’s PIN', pin, dialog)
  await press(button, dialog)
  await dialog.waitFor({ state: 'hidden' })
  return sign * cents
}

/** Counts by note and coin. @throws when the expected amount differs */
export async function closeShift(hands: Hands, cents: number): Promise<void> {
  const { dialog, press, page } = hands
  await openDrawer(hands)
  await hands.choose('Count')
  const counted = piecesOf(cents)
  for (const { value, count } of counted) {
    if (count > 0) await hands.fill(new RegExp(`^\\${labelOf(value)}$`), String(count), dialog)
  }
  await press('Close the shift', dialog)
  await press('Close the shift', dialog)
  const result = dialog.getByRole('status')
  await result.waitFor()
  const text = await result.innerText()
  if (!text.includes('Difference')) throw new Error(`${typed(cents)} counted: ${text.replaceAll('\n', ' ')}`)
  await page.keyboard.press('Escape')
}

async function openDrawer({ toCounter, keys, beginAnew, dialog }: Hands): Promise<void> {
  await toCounter()
  await beginAnew()
  await keys('F10')
  await dialog.waitFor()
}

/** The largest first. */
function piecesOf(cents: number) {
  let left = cents
  const pieces = [...denominations('USD')]
    .sort((one, other) => other - one)
    .map((value) => {
      const count = Math.floor(left / value)
      left -= count * value
      return { value, count }
    })
  if (countedTotal(pieces) !== cents) throw new Error(`${cents} cents cannot be counted`)
  return pieces
}

const labelOf = (cents: number): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100)
