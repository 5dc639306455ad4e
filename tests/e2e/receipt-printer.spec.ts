import { decodePrinted, printedRows } from '../support/escpos-decoder.ts'
import { startTcpPrinter } from '../support/tcp-printer.ts'
import { violations } from './support/accessibility.ts'
import { charge, expect, heading, readyToSell, test } from './support/counter.ts'
import { press, soon } from './support/screen.ts'
import { choosePin, goTo } from './support/staff-areas.ts'

test('an installer sets a printer up, and receipts arrive: at once, or when it is plugged in again', async ({
  openCounter,
}) => {
  test.setTimeout(120_000)
  const device = await startTcpPrinter()
  try {
    const { app } = await openCounter({})
    const { pos } = app
    await goTo(pos, 'Terminals')
    await choosePin(pos)
    await press(pos, 'Printers')
    await expect(heading(pos, 'No printer yet')).toBeVisible(soon)
    await press(pos, 'Add a printer')
    await pos.getByLabel('Name').fill('Front counter')
    await pos.getByLabel('Address').fill('127.0.0.1')
    await pos.getByLabel('Port', { exact: true }).fill(String(device.port))
    await pos.getByLabel('The cash drawer is plugged into it').check()
    await pos.getByLabel('Print a receipt after each sale').check()
    await press(pos, 'Save')
    await press(pos, 'Print a test page')
    await expect(heading(pos, 'The test page was printed')).toBeVisible(soon)
    expect(printedRows(device.paper())).toContain('éèêç ÉÀÇ œ ñÑ áíóú ¿? ¡! € £ $')
    expect(await violations(pos)).toEqual([])
    await pos.keyboard.press('Escape')
    await pos.keyboard.press('Escape')

    await readyToSell(pos)
    await charge(pos, '1250')
    await expect(heading(pos, 'Approved')).toBeVisible(soon)
    // The test page was the first paper.
    const receipts = () => decodePrinted(device.paper()).filter(({ kind }) => kind === 'cut').length - 1
    await expect.poll(receipts).toBe(1)
    await press(pos, 'Print')
    await expect.poll(receipts).toBe(2)

    await device.unplug()
    await press(pos, 'Print again')
    const bar = pos.getByRole('list', { name: 'What is not on paper yet' })
    await expect(bar).toContainText('Front counter is not connected', soon)
    await press(pos, 'New sale')
    await readyToSell(pos)
    expect(await violations(pos)).toEqual([])
    await device.plug()
    await expect.poll(receipts, { timeout: 20_000 }).toBe(3)
    await expect(bar).toBeHidden()
  } finally {
    await device.unplug()
  }
})
