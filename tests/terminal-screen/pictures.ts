import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import { violations } from '../e2e/support/accessibility.ts'
import {
  print,
  readCard,
  readInput,
  readManual,
  readSignature,
  showOutcome,
  tip,
} from '../unit/terminal/sample-commands.ts'
import type { Workbench } from './bench.tsx'
import { receipt } from './receipt.ts'
import { serveFolder } from './serve.ts'

// Takes a picture of the virtual terminal in every state, light and dark, for review, and checks accessibility with axe
// (WCAG 2.2 AA). Exits with 1 when the page reports an error, or axe a violation:
//
//   npx esbuild tests/terminal-screen/pictures.ts --bundle --packages=external --platform=node --format=esm \
//     | node --input-type=module - FOLDER [path of a Chromium]

declare const workbench: Workbench

const [folder = 'terminal-pictures', executablePath = '/usr/bin/chromium'] = process.argv.slice(2)
const outDir = resolve(folder, 'page')

await mkdir(folder, { recursive: true })
await build({
  configFile: false,
  root: 'tests/terminal-screen',
  base: './',
  logLevel: 'error',
  plugins: [react()],
  build: { outDir, emptyOutDir: true, target: 'chrome130', assetsInlineLimit: 0 },
})
const server = await serveFolder(outDir)
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
const problems: string[] = []

for (const colorScheme of ['light', 'dark'] as const) {
  const context = await browser.newContext({ viewport: { width: 420, height: 860 }, colorScheme })
  const page = await context.newPage()
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  await page.goto(server.url)
  await wholeVisit(page, async (name) => {
    await page.waitForTimeout(450)
    await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png` })
    for (const violation of await violations(page)) problems.push(`${name} ${colorScheme}: ${violation}`)
  })
  await context.close()
}
const shapes = [
  { name: 'wide', width: 1280, height: 760, colorScheme: 'light' },
  { name: 'wide', width: 1280, height: 760, colorScheme: 'dark' },
  { name: 'small', width: 360, height: 700, colorScheme: 'light' },
] as const
for (const { name, width, height, colorScheme } of shapes) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme })
  await page.goto(server.url)
  await page.getByRole('status').filter({ hasText: 'Welcome' }).waitFor()
  await page.waitForTimeout(450)
  await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png` })
  await page.getByRole('button', { name: 'Device', exact: true }).click()
  await page.waitForTimeout(200)
  await page.screenshot({ path: `${folder}/${name}-menu-${colorScheme}.png` })
}
await browser.close()
server.close()
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1

async function wholeVisit(page: Page, picture: (name: string) => Promise<void>): Promise<void> {
  const send = (command: Parameters<Workbench['command']>[0]) =>
    page.evaluate((sent) => workbench.command(sent), command)
  const screen = (kind: string) => page.locator(`main[data-screen="${kind}"]`).waitFor()
  const press = async (...names: readonly string[]) => {
    for (const name of names) await page.getByRole('button', { name, exact: true }).click()
  }
  const cancel = async (id: string) => {
    await page.evaluate((sent) => workbench.cancel(sent), id)
    await screen('message')
  }

  await screen('welcome')
  await picture('01-welcome')
  await send({ name: 'display', text: 'Register opens\nin 5 minutes' })
  await picture('02-message')
  await send(tip)
  await picture('03-tip')
  await press('Other amount', 'Digit 3', 'Digit 5', 'Digit 0')
  await picture('04-custom-tip')
  await page.keyboard.press('Escape')
  await press('20% $2.47')
  await picture('05-wait')
  await send({ ...readCard, confirm_amount: true, include_pin: true })
  await picture('06-confirm-amount')
  await press('Yes')
  await picture('07-card')
  await press('Mastercard credit ending 4444', 'Insert card')
  await page.waitForTimeout(120)
  await page.screenshot({ path: `${folder}/08-reading.png` })
  await screen('pin')
  await page.keyboard.type('12')
  await picture('09-pin')
  await page.keyboard.type('34')
  await page.keyboard.press('Enter')
  await screen('processing')
  await picture('10-processing')
  await send({ ...showOutcome, clear_after_ms: 60_000 })
  await picture('11-approved')
  const signature = await send({ ...readSignature, width: 320, height: 120 })
  await press('Remove card')
  await screen('signing')
  await picture('12-signing-empty')
  await drawSignature(page)
  await picture('13-signing')
  await press('Done')
  await picture('14-thank-you')
  await send({ ...print, lines: [...receipt] })
  await page.getByRole('region', { name: 'Receipt' }).waitFor()
  await page.waitForTimeout(900)
  await picture('15-printed')
  await press('Open receipt')
  await picture('16-receipt')
  await press('Take it')
  await send(readManual)
  await page.keyboard.type('42424242424242')
  await picture('17-manual-number')
  await page.keyboard.type('42')
  await press('Green key')
  await page.keyboard.type('13')
  await page.keyboard.type('29')
  await press('Green key')
  await picture('18-manual-mistake')
  await press('Red key')
  await screen('message')
  await picture('19-cancelled')
  await send(readCard)
  await screen('waiting_for_card')
  await press('Visa credit ending 9995', 'Tap card')
  await screen('processing')
  await send({ ...showOutcome, approved: false, message: 'Insufficient funds', clear_after_ms: 60_000 })
  await picture('20-declined')
  const letters = await send(readInput('AN3,8'))
  await page.keyboard.type('Ab3')
  await picture('21-letters')
  await cancel(letters)
  const phone = await send(readInput('PHONE'))
  await page.keyboard.type('5550142')
  await picture('22-phone')
  await cancel(phone)
  await send({
    name: 'read_confirmation',
    prompt: 'Join the Harbor Club for 5% back on each visit?',
    beep: false,
  })
  await picture('23-confirm')
  await press('No')
  await send({ ...readCard, amount: null })
  await press('Visa credit ending 1111', 'Worn chip', 'Insert card')
  await page.getByText('Chip not read').first().waitFor()
  await picture('24-worn-chip')
  await press('Red key', 'Remove card', 'As new')
  await send({ ...readCard, amount: 48_000 })
  await screen('waiting_for_card')
  await press('Tap card')
  await picture('27-too-much-for-a-tap')
  await press('Worn out', 'Swipe card', 'Swipe card', 'Swipe card')
  await picture('28-stripe-not-read')
  await press('In a phone')
  await picture('29-phone')
  await press('No chip')
  await picture('30-chipless')
  await press('Visa debit ending 5556', 'Insert card')
  await screen('choose_application')
  await picture('31-choose-application')
  await page.keyboard.press('2')
  await screen('processing')
  await press('Remove card')
  await send({ ...readCard, include_pin: true })
  await press('Visa credit ending 1111', 'Insert card')
  await screen('pin')
  await page.keyboard.type('1111')
  await page.keyboard.press('Enter')
  await picture('32-wrong-pin')
  await press('Red key', 'Remove card', 'Device')
  await picture('33-device-menu')
  await page.getByRole('switch', { name: 'Clock is right' }).click()
  await page.getByRole('switch', { name: 'Paper loaded' }).click()
  await page.waitForTimeout(1100)
  await picture('34-device-menu-wrong')
  await page.getByRole('switch', { name: 'Clock is right' }).click()
  await page.keyboard.press('Escape')
  await send({ ...print, lines: [...receipt] })
  await screen('paper_out')
  await picture('35-paper-out')
  await press('Load paper')
  const jpg = await send({ ...readSignature, format: 'jpg', image_type: 'rgb' })
  await screen('signing')
  await page.keyboard.press('Enter')
  await picture('25-sample-signature')
  await page.keyboard.press('Enter')
  for (const id of [signature, jpg]) {
    const answered = () =>
      page.evaluate((sent) => workbench.received.some((m) => m.type === 'result' && m.id === sent), id)
    for (let turn = 0; turn < 40 && !(await answered()); turn += 1) await page.waitForTimeout(50)
    if (!(await answered())) problems.push(`signature ${id} was not answered`)
  }
  await press('Device', 'Restart the terminal')
  await screen('starting')
  await page.waitForTimeout(1500)
  await picture('36-starting')
  await screen('offline')
  await picture('26-offline')
}

async function drawSignature(page: Page): Promise<void> {
  const box = await page.getByRole('img', { name: 'Signature pad' }).boundingBox()
  if (box === null) throw new Error('there is no signature pad')
  const at = (t: number) => ({
    x: box.x + box.width * (0.12 + 0.72 * t),
    y: box.y + box.height * (0.5 - 0.28 * (1 - 0.5 * t) * Math.sin(t * 32)),
  })
  await page.mouse.move(at(0).x, at(0).y)
  await page.mouse.down()
  for (let step = 1; step <= 70; step += 1) await page.mouse.move(at(step / 70).x, at(step / 70).y)
  await page.mouse.up()
}
