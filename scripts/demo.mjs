// Plays one card sale in the real app, as a newcomer would: `npm start -- --demo`.
//
//   --keep     leaves the windows open for a minute at the end
//   --out DIR  where the pictures go (default: a folder of this run under the system's temporary folder)
//
// Exits 0 when the payment is captured in the service's database, else 1 with the reason.

import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { _electron } from 'playwright-core'
import { build } from './lib/build.mjs'
import { capturedPayment } from './lib/demo-database.mjs'
import { drawSignature, windowAt } from './lib/demo-windows.mjs'
import { electronPath, launchArgs, launchEnvironment, withDisplay } from './lib/electron.mjs'

const { values: options } = parseArgs({
  options: { keep: { type: 'boolean', default: false }, out: { type: 'string' } },
})

const began = performance.now()
/** @param {string} text */
const step = (text) =>
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${text}`)

/**
 * @param {NodeJS.ProcessEnv} env names the display
 * @param {boolean} virtual
 */
const play = async (env, virtual) => {
  const folder = mkdtempSync(join(tmpdir(), 'countertop-demo-'))
  const pictures = options.out ?? join(folder, 'pictures')
  mkdirSync(pictures, { recursive: true })
  const userData = join(folder, 'data')
  const app = await _electron.launch({
    executablePath: await electronPath(),
    args: launchArgs({ virtualDisplay: virtual }),
    env: { ...launchEnvironment(env), COUNTERTOP_USER_DATA: userData },
  })
  try {
    await sale(app, pictures).catch(async (error) => {
      for (const [index, page] of app.windows().entries()) {
        await page.screenshot({ path: join(pictures, `failed-${index + 1}.png`) })
      }
      console.error(`\nPictures of the failure: ${pictures}`)
      throw error
    })
    const payment = capturedPayment(userData)
    step(`captured in the service's database: ${payment.id}, ${payment.amount_captured} cents`)
    console.log(`\nPictures: ${pictures}\nData:     ${userData}`)
    if (options.keep) await new Promise((resolve) => setTimeout(resolve, 60_000))
  } finally {
    await app.close()
  }
}

/**
 * @param {import('playwright-core').ElectronApplication} app
 * @param {string} pictures
 */
const sale = async (app, pictures) => {
  const pos = await windowAt(app, 'app://pos/')
  const terminal = await windowAt(app, 'app://terminal/')
  let number = 0
  /** @param {string} name */
  const picture = async (name) => {
    number += 1
    await pos.screenshot({ path: join(pictures, `${number}-${name}-pos.png`) })
    await terminal.screenshot({ path: join(pictures, `${number}-${name}-terminal.png`) })
  }
  await pos.getByRole('status', { name: 'Terminal' }).filter({ hasText: 'Connected' }).waitFor()
  step('the POS and its terminal are ready')
  await picture('ready')

  await pos.keyboard.type('1234')
  await pos.getByRole('button', { name: 'Charge $12.34' }).click()
  step('the cashier charges $12.34')
  const tip = terminal.getByRole('button', { name: /^20%/ })
  await tip.waitFor()
  await picture('tip')
  await tip.click()
  step('the customer adds a tip of 20%')

  await terminal.getByRole('button', { name: 'Visa credit ending 1111', exact: true }).click()
  await picture('card')
  await terminal.getByRole('button', { name: 'Insert card' }).click()
  step('the customer inserts the test Visa')
  const takeOut = terminal.getByRole('button', { name: 'Remove card' })
  await terminal.getByRole('status').filter({ hasText: 'Remove card' }).waitFor()
  await picture('remove-card')
  await takeOut.click()
  await drawSignature(terminal)
  await picture('signature')
  await terminal.getByRole('button', { name: 'Done' }).click()
  step('the customer signs')

  await pos.getByRole('heading', { name: 'Approved' }).waitFor()
  step('Approved')
  await picture('approved')
  console.log('')
  console.log(await pos.getByRole('region', { name: 'Receipt' }).innerText())
  console.log('')
}

/** @param {unknown} error */
const explain = (error) => {
  console.error(`\nThe demo sale did not succeed: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}

await build({ say: step })
await withDisplay(play).catch(explain)
