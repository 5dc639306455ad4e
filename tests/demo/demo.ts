import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { PosBridge } from '../../src-shared/pos/bridge.ts'
import { receiptText } from '../../src-shared/receipt/lines.ts'
import { launchApp, type TestApp, windowAt } from '../e2e/support/app.ts'
import {
  chooseTip,
  drawSignature,
  finishSignature,
  insertVisa,
  takeCardOut,
} from '../e2e/support/customer.ts'
import { capturedPayment } from './captured-payment.ts'

/**
 * Plays one card sale in the real app, as a newcomer would: `npm start -- --demo`.
 *
 *   --keep     leaves the windows open for a minute at the end
 *   --out DIR  where the pictures go (default: a folder of this run under the system's temporary folder)
 *
 * Exits 0 when the payment is captured in the service's database, else 1 with the reason.
 */
const { values: options } = parseArgs({
  options: { keep: { type: 'boolean', default: false }, out: { type: 'string' } },
})
const folder = mkdtempSync(join(tmpdir(), 'countertop-demo-'))
const pictures = options.out ?? join(folder, 'pictures')

const began = performance.now()
const step = (text: string) =>
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${text}`)

let taken = 0
async function picture(app: TestApp, name: string): Promise<void> {
  taken += 1
  const terminal = await windowAt(app.electron, 'app://terminal/')
  await app.pos.screenshot({ path: join(pictures, `${taken}-${name}-pos.png`) })
  await terminal.screenshot({ path: join(pictures, `${taken}-${name}-terminal.png`) })
}

async function sale(app: TestApp): Promise<void> {
  const { pos } = app
  const terminal = await windowAt(app.electron, 'app://terminal/')
  await pos.getByRole('status', { name: 'Terminal' }).filter({ hasText: 'Connected' }).waitFor()
  step('the POS and its terminal are ready')
  await picture(app, 'ready')

  await pos.keyboard.type('1234')
  await pos.getByRole('button', { name: 'Charge $12.34' }).click()
  step('the cashier charges $12.34')
  await terminal.getByRole('button', { name: /^20%/ }).waitFor()
  await picture(app, 'tip')
  await chooseTip(terminal, /^20%/)
  step('the customer adds a tip of 20%')

  await terminal.getByRole('status').filter({ hasText: '$14.81' }).waitFor()
  await picture(app, 'card')
  await insertVisa(terminal)
  step('the customer inserts the test Visa')
  await takeCardOut(terminal)
  await drawSignature(terminal)
  await picture(app, 'signature')
  await finishSignature(terminal)
  step('the customer takes the card out and signs')

  await pos.getByRole('heading', { name: 'Approved' }).waitFor()
  step('Approved')
  await picture(app, 'approved')
  console.log(`\n${await receiptOf(app)}\n`)
}

/** The POS's copy of the receipt, as text. */
async function receiptOf({ pos }: TestApp): Promise<string> {
  const snapshot = await pos.evaluate(() =>
    (window as unknown as { countertop: PosBridge }).countertop.commands['snapshot.get'](undefined),
  )
  if (!snapshot.ok || snapshot.value.sale.kind !== 'approved') throw new Error('the POS has no approved sale')
  return receiptText(snapshot.value.sale.receipt)
    .map((line) => `        ${line}`)
    .join('\n')
}

async function pictureOfFailure({ electron }: TestApp): Promise<void> {
  for (const [index, page] of electron.windows().entries()) {
    await page.screenshot({ path: join(pictures, `failed-${index + 1}.png`) }).catch(() => undefined)
  }
}

async function play(): Promise<void> {
  mkdirSync(pictures, { recursive: true })
  const app = await launchApp({ userData: join(folder, 'data') })
  try {
    await sale(app)
    const payment = capturedPayment(app.userData)
    step(`captured in the service's database: ${payment.id}, ${payment.amount_captured} cents`)
    if (options.keep) await new Promise((resolve) => setTimeout(resolve, 60_000))
  } catch (error) {
    await pictureOfFailure(app)
    throw error
  } finally {
    await app.electron.close()
    console.log(`\nPictures: ${pictures}\nData:     ${join(folder, 'data')}`)
  }
}

await play().catch((error: unknown) => {
  console.error(`\nThe demo sale did not succeed: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
})
