import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { dataPaths } from '../../src-main/paths.ts'
import { must } from '../support/must.ts'
import { violations, violationsOfLooks } from './support/accessibility.ts'
import { expect, heading } from './support/counter.ts'
import { resize } from './support/resize.ts'
import { press, pressTwice, reaches, showsText, soon } from './support/screen.ts'
import { enter, pin } from './support/staff-areas.ts'
import { test } from './support/trouble.ts'

const numberOn = async (pos: Page): Promise<string> => {
  const title = await pos.getByRole('heading', { name: /^Receipt [A-Z]{2}\d{4}$/ }).textContent(soon)
  return title?.slice(-6) ?? ''
}

test.describe('returns at the counter', () => {
  test('the last sale is undone by card, and a split sale is found by its number and refunded across a kill', async ({
    shop,
  }) => {
    const { app: first, service, booked, restartCounter } = await shop()
    let { pos } = first
    await enter(pos, 'Payments')
    await press(pos, 'Back to the counter')

    // The last sale, paid by card and unsettled, needs no manager.
    await pos.keyboard.type('2000')
    await pressTwice(pos.getByRole('button', { name: 'Charge $20.00' }))
    await reaches(pos, 'Approved')
    await press(pos, 'Receipt, undo…')
    const undone = await numberOn(pos)
    expect(await violations(pos)).toEqual([])
    const pdf = join(first.userData, 'receipt.pdf')
    await first.electron.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath })
    }, pdf)
    await press(pos, 'Save as PDF')
    await showsText(pos, 'Saved.')
    expect((await readFile(pdf)).subarray(0, 5).toString()).toBe('%PDF-')
    await press(pos, 'E-mail')
    await pos.getByLabel('E-mail address').fill('ana@example.com')
    await press(pos, 'Send')
    await showsText(pos, 'Sent.')
    const { data } = await must(service.client.call('sandbox.outbox', {}))
    expect(JSON.stringify(data)).toContain(undone)
    await press(pos, 'Undo this sale')
    await pressTwice(pos.getByRole('button', { name: 'Give back $20.00' }))
    await reaches(pos, 'Given back')
    await showsText(pos, 'Nothing is charged.')
    // Charged and refunded once, even with double clicks.
    expect(await booked()).toMatchObject({ intents: ['cancelled'], bank: 0 })
    await press(pos, 'Done')
    await showsText(pos, 'All of it has been given back.')
    await press(pos, 'All sales')
    await showsText(pos, '$20.00 given back')
    expect(await violations(pos)).toEqual([])
    await press(pos, 'Back to the counter')

    // Another sale is paid in cash and by card, and a part of it is returned.
    await pos.keyboard.type('5000')
    await pos.keyboard.press('F8')
    await pos.keyboard.type('2000')
    await pressTwice(pos.getByRole('button', { name: 'Take $20.00 in part' }))
    await press(pos, 'Charge $30.00')
    await reaches(pos, 'Paid')
    await press(pos, 'Receipt, undo…')
    const number = await numberOn(pos)
    expect(number.slice(0, 2)).toBe(undone.slice(0, 2))
    await pos.keyboard.press('Escape')
    await pos.keyboard.press('Escape')
    await pos.keyboard.press('F12')
    await pos.keyboard.type(`${undone.slice(0, 2).toLowerCase()}9999`)
    await pos.keyboard.press('Enter')
    await showsText(pos, 'No sale of this counter has the number')
    await pos.getByLabel('Receipt number').fill(number.toLowerCase())
    await pos.keyboard.press('Enter')
    await press(pos, 'Return items')
    await pos.getByLabel('Amount that goes back').fill('60.00')
    await showsText(pos, 'Type an amount up to $50.00.')
    await pos.getByLabel('Amount that goes back').fill('35.00')
    await press(pos, 'Give back $35.00')
    await showsText(pos, 'A manager approves this')
    // The field that was opened has the focus.
    await expect(pos.getByLabel('Manager’s PIN')).toBeFocused()
    await pos.keyboard.type(pin)
    expect(await violations(pos)).toEqual([])
    await resize(pos, { width: 900, height: 480 })
    await press(pos, 'Give back $35.00')
    // Visible although the button was below the edge of the screen.
    await expect(heading(pos, 'Hand the cash back')).toBeInViewport(soon)
    await showsText(pos, 'Nothing is charged.')
    pos = (await restartCounter()).pos
    await showsText(pos, `The return of ${number} is not finished.`)
    await press(pos, 'Show')
    await resize(pos, { width: 360, height: 740 })
    expect(await violationsOfLooks(pos)).toEqual([])
    await press(pos, 'Handed back $5.00')
    await reaches(pos, 'Given back')
    await expect(pos.getByRole('region', { name: 'Receipt of the return' })).toContainText('-$30.00')
    expect(await booked()).toMatchObject({ intents: ['cancelled', 'cancelled'], bank: 0 })
    const ledger = await readFile(dataPaths(first.userData).drawer(service.account_id), 'utf8')
    expect(ledger.match(/"kind":"refund","amount":500/g) ?? ledger).toHaveLength(1)
    await press(pos, 'Done')
    await press(pos, 'All sales')
    await showsText(pos, '$35.00 given back')

    // The rest of it is exchanged for other goods; the customer pays the difference, also across a kill.
    await exchange(pos, number, '12.00')
    await pos.keyboard.type('2000')
    expect(await violations(pos)).toEqual([])
    await press(pos, 'To pay: $8.00')
    await reaches(pos, 'To pay')
    pos = (await restartCounter()).pos
    await reaches(pos, 'To pay')
    await showsText(pos, `Exchange of ${number}`)
    await press(pos, 'Charge $8.00')
    await reaches(pos, 'Paid')
    await press(pos, 'Receipt, undo…')
    const exchanged = await numberOn(pos)
    await expect(pos.getByRole('region', { name: 'Receipt' }).last()).toContainText('Exchange credit')
    await pos.keyboard.press('Escape')
    await pos.keyboard.press('Escape')

    // After an exchange for cheaper goods, the rest is refunded to the last card that paid.
    await exchange(pos, exchanged, '10.00')
    await pos.keyboard.type('600')
    await press(pos, 'Goes back: $4.00')
    await showsText(pos, 'New goods')
    await pos.getByRole('dialog').getByRole('button', { name: 'Exchange', exact: true }).click()
    await reaches(pos, 'Paid')
    await showsText(pos, 'On its way to the card')
    expect(await violations(pos)).toEqual([])
    const [newest] = await service.intents()
    const [payment] = await service.payments(newest?.id ?? '')
    expect(payment).toMatchObject({ amount_captured: 800, amount_refunded: 400 })
    await press(pos, 'New sale')
  })
})

/** Exchanges a part of a sale, approved by a manager. */
async function exchange(pos: Page, number: string, amount: string): Promise<void> {
  if ((await pos.locator('main[data-place="sales"]').count()) === 0) await pos.keyboard.press('F12')
  await pos.getByLabel('Receipt number').fill(number)
  await pos.keyboard.press('Enter')
  await press(pos, 'Return items')
  await pos.getByLabel('Amount that goes back').fill(amount)
  await press(pos, 'Exchange for other goods')
  // Enter does what the PIN was asked for, and refunds nothing.
  await expect(pos.getByLabel('Manager’s PIN')).toBeFocused()
  await pos.keyboard.type(pin)
  await pos.keyboard.press('Enter')
  // Also on a narrow screen, which shows only the short text.
  const paid = `(ring up the new goods\\. \\$${amount} is already paid\\.|\\$${amount} paid)`
  await showsText(pos, new RegExp(`Exchange of ${number}: ${paid}`))
}
