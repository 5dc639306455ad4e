import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot } from '../../scripts/lib/paths.mjs'
import { books } from './support/books.ts'
import { charge, emptyCharge, expect, heading, hsn, terminalStatus } from './support/counter.ts'
import { press, reaches, soon } from './support/screen.ts'
import { backToCounter, choosePin, goTo } from './support/staff-areas.ts'
import { test } from './support/trouble.ts'

let terminal: ChildProcess | null = null
test.afterEach(() => {
  terminal?.kill('SIGKILL')
  terminal = null
})

test('after the counter’s terminal is replaced, the outcome of a parked payment is still found', async ({
  service,
  line,
  launch,
}) => {
  await service.plugTerminal({ hsn, card: '4111111111111111' })
  // The environment names no terminal, so an installer may choose it.
  const { pos, setClockBy } = await launch({
    service: line.service,
    env: { COUNTERTOP_HSN: '' },
  })
  line.cut((request) => {
    if (request === 'POST /terminals/processor/auth_card') return 'lost'
    return request.startsWith('GET /payment_intents/') ? 'never_arrives' : 'answered'
  })
  await charge(pos, '6100')
  await reaches(pos, 'Checking')
  await expect(pos.getByText(/^Times we asked: \d+$/).first()).toBeVisible(soon)
  await setClockBy(121_000)
  await press(pos, 'Set this payment aside')
  await expect(emptyCharge(pos)).toBeVisible()
  line.cut((request) => (request.startsWith('GET /payment_intents/') ? 'never_arrives' : 'answered'))

  await goTo(pos, 'Terminals')
  await choosePin(pos)
  const card = (serial: string) => pos.locator(`button[data-hsn="${serial}"]`)
  await card(hsn).click()
  await press(pos, 'Replace it')
  await expect(pos.getByText(`It comes in the place of ${hsn}`)).toBeVisible()
  await pos.getByLabel('Serial number').fill('CLI-7')
  await pos.keyboard.press('Enter')
  await expect(heading(pos, 'Type this code on the terminal')).toBeVisible()
  const code = (await pos.locator('p[translate="no"]').innerText()).replace(/\D/g, '')
  const program = join(projectRoot, 'dist/terminal/cli.js')
  const args = [program, '--service', service.url, '--hsn', 'CLI-7', '--activation-code', code]
  terminal = spawn(process.execPath, [...args, '--script', 'approve'], { stdio: 'ignore' })
  await expect(heading(pos, 'Paired')).toBeVisible(soon)
  await expect(pos.getByText(`${hsn} stays paired`)).toBeVisible()
  await press(pos, 'Use for this counter')

  // The page and the list show which terminal the counter charges on, and the other can be released, although the list,
  // which is read again every ten seconds, cannot be read any more.
  await expect(heading(pos, 'Terminal CLI-7')).toBeVisible()
  const cutsLists = (isCut: boolean) =>
    line.cut((request) =>
      request.startsWith('GET /payment_intents/') ||
      (isCut && request === 'POST /terminals/processor/list_terminals')
        ? 'never_arrives'
        : 'answered',
    )
  cutsLists(true)
  await expect(pos.getByRole('button', { name: 'Replace it' })).toBeVisible(soon)
  await pos.keyboard.press('Escape')
  await expect(card('CLI-7')).toContainText('This counter’s')
  await expect(card(hsn)).not.toContainText('This counter’s')
  cutsLists(false)
  await card(hsn).click()
  await press(pos, 'Release it')
  await press(pos, 'Yes, release it for good')
  await expect(card('CLI-7')).toBeVisible()
  await expect(card(hsn)).toHaveCount(0)

  await backToCounter(pos)
  await expect(terminalStatus(pos)).toContainText('CLI-7')
  await expect(terminalStatus(pos)).toContainText('Connected', soon)
  await charge(pos, '500')
  await reaches(pos, 'Approved')
  await press(pos, 'New sale')
  line.cut(() => 'answered')
  const parked = pos.getByRole('list', { name: 'Payments set aside' })
  await expect(parked).toContainText('was approved', soon)
  await press(pos, 'Void the payment')
  await expect(parked).toContainText('was voided', soon)
  expect(await books(service)).toMatchObject({ payments: ['captured 500', 'voided 0'], bank: 500 })
})
