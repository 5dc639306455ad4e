import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dataPaths } from '../../src-main/paths.ts'
import type { CashEntry } from '../../src-shared/pos/cash/cash-entry.ts'
import { payOnPage } from '../support/pay-on-page.ts'
import { violations } from './support/accessibility.ts'
import { expect, hsn } from './support/counter.ts'
import { press, reaches, showsText } from './support/screen.ts'
import { test } from './support/trouble.ts'

/** A card with $50.00, which pays up to that amount. */
const prepaid = '6006490000000053'

async function entriesOf(file: string): Promise<readonly CashEntry[]> {
  const text = existsSync(file) ? await readFile(file, 'utf8') : ''
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as CashEntry)
}

test.describe('a bill paid in parts', () => {
  test('cash, a card that pays a part and another card pay a bill to the cent, across a kill', async ({
    shop,
  }) => {
    const { app: first, service, booked, restartCounter } = await shop({ card: prepaid })
    const drawer = dataPaths(first.userData).drawer(service.account_id)
    const earlier = (await entriesOf(drawer)).length
    await first.pos.keyboard.type('8000')
    await first.pos.keyboard.press('F8')
    await reaches(first.pos, 'Cash')
    expect(await violations(first.pos)).toEqual([])
    await first.pos.keyboard.type('2000')
    await press(first.pos, 'Take $20.00 in part')
    await reaches(first.pos, 'Part paid')
    const { pos } = await restartCounter()
    await reaches(pos, 'Part paid')
    await showsText(pos, '$20.00 of $80.00 paid, $60.00 to pay')
    await press(pos, 'Charge $60.00')
    await reaches(pos, 'Only part was approved')
    await press(pos, 'Keep $50.00, charge the rest')
    await showsText(pos, '$70.00 of $80.00 paid, $10.00 to pay')
    expect(await violations(pos)).toEqual([])
    await service.changeTerminal(hsn, { script: 'approve', card: '4242424242424242' })
    await press(pos, 'Charge $10.00')
    await reaches(pos, 'Paid')
    await expect(pos.getByRole('region', { name: 'Receipt' })).toContainText('$10.00')
    expect(await booked()).toEqual({
      intents: ['captured', 'captured'],
      payments: ['captured 1000', 'captured 5000'],
      bank: 6_000,
    })
    await press(pos, 'Print')
    await showsText(pos, 'Printed.')
    await press(pos, 'New sale')

    // The next customer cancels: the card is voided, then the cash is given back.
    await pos.keyboard.type('3000')
    await pos.keyboard.press('F8')
    await reaches(pos, 'Cash')
    await pos.keyboard.type('1000')
    await press(pos, 'Take $10.00 in part')
    await showsText(pos, '$10.00 of $30.00 paid, $20.00 to pay')
    await pos.keyboard.type('500')
    await press(pos, 'Charge $5.00 of it')
    await showsText(pos, '$15.00 of $30.00 paid, $15.00 to pay')
    await press(pos, 'Undo and give everything back')
    await pos.getByRole('dialog').getByRole('button', { name: 'Undo and give everything back' }).click()
    await reaches(pos, 'Hand the cash back')
    await press(pos, 'Handed back $10.00')
    await reaches(pos, 'Everything was given back')
    expect(await booked()).toMatchObject({ bank: 6_000 })
    await press(pos, 'New sale')

    // A key pressed too early does not close the screen with the change.
    await pos.keyboard.type('1500')
    await pos.keyboard.press('F8')
    await reaches(pos, 'Cash')
    await pos.keyboard.type('2000')
    for (let presses = 0; presses < 3; presses++) await pos.keyboard.press('Enter')
    await reaches(pos, 'Paid')
    await showsText(pos, '$5.00')
    await press(pos, 'New sale')

    // Another person pays a part by a link while other customers are served; the last part is cash.
    await pos.keyboard.type('9000')
    await pos.keyboard.press('F9')
    await reaches(pos, 'To pay')
    await pos.keyboard.type('4000')
    await press(pos, 'Send a link')
    const dialog = pos.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'QR code' }).check({ force: true })
    await press(pos, 'Show the code')
    await reaches(pos, 'Waiting for the customer to pay')
    await expect(pos.getByRole('img', { name: 'QR code of the payment link' })).toBeVisible()
    await press(pos, 'Serve the next customer')
    const aside = pos.getByRole('list', { name: 'Sales set aside' })
    await expect(aside).toContainText('$40.00 is waiting to be paid by link')
    const listed = await service.client.call('checkout_sessions.list', { query: { limit: 1 } })
    const session = listed.ok ? listed.value.data[0] : undefined
    if (session === undefined) throw new Error('the service shows no session')
    await payOnPage(service.url, session)
    await expect(aside).toContainText('$50.00 is still to pay')
    await press(pos, 'Open')
    await showsText(pos, '$40.00 of $90.00 paid, $50.00 to pay')
    await pos.keyboard.press('F8')
    await pos.keyboard.type('5000')
    await pos.keyboard.press('Enter')
    await reaches(pos, 'Paid')
    expect(await booked()).toMatchObject({ bank: 10_000 })
    await press(pos, 'New sale')
    const ledger = (await entriesOf(drawer)).slice(earlier)
    expect(ledger.map((entry) => [entry.kind, 'amount' in entry ? entry.amount : 0])).toEqual([
      ['sale', 2_000],
      ['sale', 1_000],
      ['returned', 1_000],
      ['sale', 1_500],
      ['sale', 5_000],
    ])
  })
})
