import type { Page } from '@playwright/test'
import { must } from '../support/must.ts'
import { violations } from './support/accessibility.ts'
import { expect } from './support/counter.ts'
import { press, pressTwice, reaches, showsText, soon } from './support/screen.ts'
import { enter, pin } from './support/staff-areas.ts'
import { test } from './support/trouble.ts'

const bar = (pos: Page) => pos.getByRole('list', { name: 'Gift cards' })

/** Enters a card's code as a scanner types it. */
async function scan(pos: Page, code: string): Promise<void> {
  await press(pos, 'Gift card')
  await pos.getByLabel('Gift card code').fill(code)
  await showsText(pos, 'On the card')
}

test('a gift card is sold, pays once over a failing line, and is refunded when the goods are returned', async ({
  shop,
}) => {
  const { pos, service, line } = await shop()
  await enter(pos, 'Payments')
  await press(pos, 'Back to the counter')

  await press(pos, 'Gift card')
  await pos.getByLabel('Amount', { exact: true }).fill('50.00')
  // The answer to the creation of the card is lost, and the card is created once.
  let lost = 0
  line.cut((request) => (request === 'POST /gift_cards' && lost++ === 0 ? 'lost' : 'answered'))
  await press(pos, 'Add a card for $50.00')
  await pressTwice(pos.getByRole('button', { name: 'Charge $50.00' }))
  await reaches(pos, 'Approved')
  await pos.keyboard.press('Enter')
  await expect(bar(pos)).toContainText('New gift card, $50.00:', soon)
  const code = (await bar(pos).locator('strong').innerText()).replace(/[^A-Z0-9]/g, '')
  expect(code).toHaveLength(16)
  expect(lost).toBe(2)
  expect(await violations(pos)).toEqual([])
  await press(pos, 'The customer has it')
  await expect(bar(pos)).toHaveCount(0)

  // The card pays a part, and the first answer is lost.
  await pos.keyboard.type('7000')
  await scan(pos, code)
  let redeemed = 0
  line.cut((request) => (/\/redeem$/.test(request) && redeemed++ === 0 ? 'lost' : 'answered'))
  await pressTwice(pos.getByRole('button', { name: 'Pay $50.00 with this card' }))
  await reaches(pos, 'Part paid')
  await press(pos, 'Charge $20.00')
  await reaches(pos, 'Paid')
  expect(redeemed).toBe(2)
  await press(pos, 'Receipt, undo…')
  await press(pos, 'Return items')
  await pos.getByLabel('Amount that goes back').fill('30.00')
  await press(pos, 'Give back $30.00')
  await expect(pos.getByLabel('Manager’s PIN')).toBeFocused()
  await pos.keyboard.type(pin)
  await press(pos, 'Give back $30.00')
  await reaches(pos, 'Given back')
  await press(pos, 'Done')
  await pos.keyboard.press('Escape')
  await pos.keyboard.press('Escape')

  // The line fails during the payment: the cashier stops waiting, pays in another way, and the card is unchanged.
  await pos.keyboard.type('1000')
  await scan(pos, code)
  line.cut((request) => (/\/redeem$/.test(request) ? 'never_arrives' : 'answered'))
  await press(pos, 'Pay $10.00 with this card')
  await reaches(pos, 'Paying with the gift card')
  await press(pos, 'Stop waiting')
  await showsText(pos, 'not known whether it paid')
  line.cut(() => 'answered')
  await press(pos, 'Charge $10.00')
  await reaches(pos, 'Paid')
  const balance = async () =>
    (await must(service.client.call('gift_cards.look_up', { body: { code } }))).balance
  await expect.poll(balance, soon).toBe(1_000)
})
