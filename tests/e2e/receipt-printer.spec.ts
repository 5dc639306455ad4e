import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encode } from 'fast-png'
import { startCupsServer } from '../support/cups-server.ts'
import { decodePrinted, printedRows } from '../support/escpos-decoder.ts'
import { pdfRows, pdfSizes } from '../support/pdf-text.ts'
import { startTcpPrinter } from '../support/tcp-printer.ts'
import { violations } from './support/accessibility.ts'
import { charge, expect, heading, readyToSell, test } from './support/counter.ts'
import { press, soon } from './support/screen.ts'
import { choosePin, enter, goTo } from './support/staff-areas.ts'

const logo = Buffer.from(
  encode({ width: 800, height: 400, data: new Uint8Array(800 * 400 * 3), channels: 3, depth: 8 }),
)

test('an installer sets up a network printer and a system printer, and receipts are printed at once or after a fault', async ({
  openCounter,
}) => {
  test.setTimeout(480_000)
  const device = await startTcpPrinter()
  const folder = mkdtempSync(join(tmpdir(), 'cups-'))
  const cups = await startCupsServer(folder)
  try {
    await cups.addQueue('Receipts')
    const { app } = await openCounter({}, { env: cups.environment })
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
    await pos.getByLabel('Picture').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo })
    await expect(pos.getByRole('img', { name: 'Logo on receipts' })).toBeVisible(soon)
    await press(pos, 'Print a test page')
    await expect(heading(pos, 'The test page was printed')).toBeVisible(soon)
    // 800 by 400 dots, reduced to fit the narrowest roll.
    expect(decodePrinted(device.paper())).toContainEqual(
      expect.objectContaining({ kind: 'picture', width: 384, height: 192 }),
    )
    expect(printedRows(device.paper())).toContain('éèêç ÉÀÇ œ ñÑ áíóú ¿? ¡! € £ $')
    await press(pos, 'Add a printer')
    await pos.getByLabel('Name').fill('Back office')
    await pos.getByLabel('This computer’s printers').check()
    await pos.getByLabel('Printer of this computer').selectOption('Receipts')
    await pos.getByLabel('Print a receipt after each sale').check()
    await press(pos, 'Save')
    const secondPrinter = pos.locator('[data-printer="Back office"]')
    await secondPrinter.getByRole('button', { name: 'Print a test page' }).click()
    await expect(secondPrinter.getByText('handed to this computer')).toBeVisible(soon)
    const jobs = async () => (await cups.printed('Receipts')).length
    await expect.poll(jobs).toBe(1)
    const [testPage = Buffer.alloc(0)] = await cups.printed('Receipts')
    expect(pdfRows(testPage)).toContain('éèêç ÉÀÇ œ ñÑ áíóú ¿? ¡! € £ $')
    expect(Math.round(pdfSizes(testPage)[0]?.width ?? 0)).toBe(80)
    expect(await violations(pos)).toEqual([])
    // The queue is paused, so its jobs wait.
    await cups.turn('Receipts', 'cupsdisable')
    await pos.keyboard.press('Escape')
    await pos.keyboard.press('Escape')

    await readyToSell(pos)
    await charge(pos, '1250')
    await expect(heading(pos, 'Approved')).toBeVisible(soon)
    // The test page was printed first; a signed sale also prints the shop's copy.
    const receipts = () => decodePrinted(device.paper()).filter(({ kind }) => kind === 'cut').length - 1
    await expect.poll(receipts).toBe(2)
    const bar = pos.getByRole('list', { name: 'Receipts not printed yet' })
    await expect(bar).toContainText('Back office reports an error', soon)
    expect(await cups.waiting('Receipts')).toEqual([])
    await cups.turn('Receipts', 'cupsenable')
    await expect.poll(jobs).toBe(3)
    await expect(bar).toBeHidden(soon)
    expect(pdfRows((await cups.printed('Receipts'))[1] ?? Buffer.alloc(0)).join('\n')).toMatch(
      /Total.*12\.50/,
    )
    await press(pos, 'Print')
    await expect.poll(receipts).toBe(4)

    await device.unplug()
    await press(pos, 'Print again')
    await expect(bar).toContainText('Front counter is not connected', soon)
    await press(pos, 'New sale')
    await readyToSell(pos)
    expect(await violations(pos)).toEqual([])
    await device.plug()
    await expect.poll(receipts).toBe(6)
    await expect(bar).toBeHidden()
    expect(await jobs()).toBe(3)

    // So is a daily report: with a printer, no file dialog is shown.
    await enter(pos, 'Payments')
    await press(pos, 'Reports')
    await press(pos, 'Print')
    await expect.poll(receipts).toBe(7)
    expect(printedRows(device.paper()).join('\n')).toMatch(/X report/)
  } finally {
    await device.unplug()
    await cups.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
