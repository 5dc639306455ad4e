import { violations } from './support/accessibility.ts'
import { books } from './support/books.ts'
import { expect, hsn } from './support/counter.ts'
import { press, reaches, showsText, soon } from './support/screen.ts'
import { noTips, test } from './support/trouble.ts'

test.describe('a tab', () => {
  test('a card is held, orders and a tip are added across a kill, and the rest is released; a second tab is released', async ({
    service,
    launch,
  }) => {
    const settings = { ...noTips, tip_presets: [15], tabs: true }
    await service.plugTerminal({ hsn })
    const first = await launch({ settings })
    await first.pos.keyboard.type('5000')
    await first.pos.keyboard.press('F11')
    const dialog = first.pos.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Maria')
    expect(await violations(first.pos)).toEqual([])
    await press(first.pos, 'Hold $50.00')
    await reaches(first.pos, 'The tab is open')
    expect(await books(service)).toEqual({
      intents: ['uncaptured'],
      payments: ['uncaptured 0'],
      bank: service.bankHolds(),
    })
    await press(first.pos, 'New sale')
    await first.pos.keyboard.type('1250')
    await press(first.pos, 'Tab')
    await press(first.pos, 'Add $12.50 to Maria')
    await showsText(first.pos, 'Custom amount')
    await first.kill()

    const { pos } = await launch({ userData: first.userData, settings })
    await showsText(pos, '1 tab is open')
    await pos.keyboard.type('2000')
    await press(pos, 'Tab')
    await press(pos, 'Add $20.00 to Maria')
    // The service was asked for the amount held.
    await expect(pos.getByText(/^Held until/)).toBeVisible(soon)
    await pos.getByRole('button', { name: 'Remove Custom amount' }).first().click()
    await showsText(pos, 'Custom amount was removed')
    expect(await violations(pos)).toEqual([])
    await press(pos, 'Put back')
    await showsText(pos, 'Charge $32.50')
    await expect(pos.getByText('Custom amount was removed')).toHaveCount(0)
    await pos.getByLabel('Tip').fill('20')
    await showsText(pos, 'The card holds at most $17.50 for a tip.')
    await pos.getByLabel('Tip').fill('5.50')
    expect(await violations(pos)).toEqual([])
    await press(pos, 'Charge $38.00')
    await reaches(pos, 'Approved')
    await expect(pos.getByRole('region', { name: 'Receipt' })).toContainText('$38.00')
    await expect(pos.getByRole('region', { name: 'Receipt' })).toContainText('$5.50')
    expect(await books(service)).toEqual({
      intents: ['captured'],
      payments: ['captured 3800'],
      bank: 3_800,
    })
    const [intent] = await service.intents()
    expect(intent).toMatchObject({ tip_amount: 550, amount_voided: 1_200, order_details: { total: 3_250 } })
    await press(pos, 'New sale')
    await expect(pos.getByText('tab is open')).toHaveCount(0)

    // An amount above the hold stays as the bill's balance.
    await pos.keyboard.type('1000')
    await pos.keyboard.press('F11')
    await pos.getByLabel('Name').fill('Table 7')
    await press(pos, 'Hold $10.00')
    await reaches(pos, 'The tab is open')
    await press(pos, 'New sale')
    await pos.keyboard.type('900')
    await press(pos, 'Tab')
    await press(pos, 'Add $9.00 to Table 7')
    await expect(pos.getByRole('button', { name: '15% · $1.35' })).toBeDisabled(soon)
    await showsText(pos, 'The card holds at most $1.00 for a tip.')
    await press(pos, 'Back')
    await pos.keyboard.type('700')
    await press(pos, 'Tab')
    await press(pos, 'Add $7.00 to Table 7')
    await showsText(pos, 'The card holds $10.00. The other $6.00 is paid another way when you close the tab.')
    await press(pos, 'Charge $10.00')
    await reaches(pos, 'Part paid')
    await pos.keyboard.press('F8')
    await pos.keyboard.press('Enter')
    await reaches(pos, 'Paid')
    await press(pos, 'New sale')

    // The card of a customer who leaves without an order is released.
    await pos.keyboard.type('3000')
    await pos.keyboard.press('F11')
    await pos.getByLabel('Name').fill('Ann')
    await press(pos, 'Hold $30.00')
    await reaches(pos, 'The tab is open')
    await press(pos, 'New sale')
    await press(pos, 'Tabs')
    expect(await violations(pos)).toEqual([])
    await press(pos, 'Show Ann')
    await press(pos, 'Cancel the tab')
    await press(pos, 'Release the card uncharged?')
    await reaches(pos, 'Card released')
    await showsText(pos, 'Nothing was charged')
    expect((await books(service)).intents).toEqual(['captured', 'captured', 'cancelled'])
    expect((await books(service)).bank).toBe(4_800)
  })
})
