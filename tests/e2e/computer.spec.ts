import { execFile } from 'node:child_process'
import {
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OpenDialogOptions } from 'electron'
import { electronPath, launchArgs, launchEnvironment } from '../../scripts/lib/electron.mjs'
import { runVerifyCommand } from '../../src-main/audit/verify-command.ts'
import { openStream } from '../../src-main/backup/sealed-stream.ts'
import { dataPaths } from '../../src-main/paths.ts'
import { defaultSettings } from '../../src-main/settings/settings.ts'
import { isPin, pinCost } from '../../src-main/staff/pins.ts'
import { capturedPayment } from '../demo/captured-payment.ts'
import { launchApp, type TestApp, windowAt } from './support/app.ts'
import { charge, emptyCharge, expect, heading, readyToSell, test } from './support/counter.ts'
import { chooseTip, drawSignature, finishSignature, insertVisa, takeCardOut } from './support/customer.ts'
import { choosePin, enterPin, goTo, isOpen, pin } from './support/staff-areas.ts'

const button = (app: TestApp, name: string | RegExp) => app.pos.getByRole('button', { name })
const toggle = (app: TestApp, name: string) => app.pos.getByRole('checkbox', { name })

const saveAt = (app: TestApp, path: string) =>
  app.electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath })
  }, path)

/** Whether the cashier's window is in kiosk mode, according to Electron. */
const kiosk = (app: TestApp) =>
  app.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .filter((one) => one.webContents.getURL().startsWith('app://pos/'))
      .map((one) => one.isKiosk()),
  )

const profileOf = (settings: object) =>
  JSON.stringify({ kind: 'countertop-profile', version: 1, settings }, null, 2)

test('an installer sets up the counter’s computer, and transfers its settings to another one', async () => {
  const userData = mkdtempSync(join(tmpdir(), 'countertop-app-'))
  const config = join(userData, 'config')
  mkdirSync(config)
  const managed = join(config, 'profile.json')
  writeFileSync(managed, profileOf({ paper: 58 }))
  const desktop = join(config, 'autostart', 'countertop.desktop')
  // The counter uses another language than the computer.
  writeFileSync(join(userData, 'settings.json'), JSON.stringify(defaultSettings('en-US')))
  const app = await launchApp({
    userData,
    env: { XDG_CONFIG_HOME: config, COUNTERTOP_MANAGED_PROFILE: managed, LANGUAGE: 'de' },
  })
  const { pos } = app
  await readyToSell(pos)
  expect(await pos.evaluate(() => navigator.language), 'what fields for a date are drawn in').toBe('en-US')
  await goTo(pos, 'Terminals')
  await choosePin(pos)
  await button(app, 'This computer').click()

  await test.step('the counter fills the screen, and a cashier cannot close it', async () => {
    await toggle(app, 'Full screen').click()
    await expect.poll(() => kiosk(app)).toEqual([true])
    await app.electron.evaluate(({ BrowserWindow }) => {
      for (const one of BrowserWindow.getAllWindows()) {
        if (one.webContents.getURL().startsWith('app://pos/')) one.close()
      }
    })
    await expect(toggle(app, 'Full screen')).toBeChecked()
    expect(await kiosk(app)).toEqual([true])
    await toggle(app, 'Full screen').click()
    await expect.poll(() => kiosk(app)).toEqual([false])
  })

  await test.step('the counter starts with the computer, until that is turned off', async () => {
    await toggle(app, 'Open at sign-in').click()
    await expect.poll(() => existsSync(desktop)).toBe(true)
    expect(readFileSync(desktop, 'utf8')).toContain(`X-Countertop-Folder=${app.userData}`)
    await expect(toggle(app, 'Open at sign-in')).toBeChecked()
    await toggle(app, 'Open at sign-in').click()
    await expect.poll(() => existsSync(desktop)).toBe(false)
  })

  const file = join(config, 'shop.json')
  await test.step('the settings are saved to a file, edited, and applied after a preview', async () => {
    await saveAt(app, file)
    await button(app, 'Save a profile').click()
    await expect(heading(pos, 'The profile is saved.')).toBeVisible()
    const saved = JSON.parse(readFileSync(file, 'utf8'))
    expect(saved.settings).toMatchObject({ paper: 58, cash_step: null })
    const chosen = pos.getByLabel('Apply a profile from a file')
    writeFileSync(file, profileOf({ ...saved.settings, cash_step: 3 }))
    await chosen.setInputFiles(file)
    await expect(heading(pos, 'This profile cannot be used')).toBeVisible()
    await expect(pos.getByText('settings.cash_step')).toBeVisible()
    const next = join(config, 'next.json')
    writeFileSync(next, profileOf({ cash_step: 5, paper: 80 }))
    await chosen.setInputFiles(next)
    await expect(heading(pos, 'It would change one setting')).toBeVisible()
    await expect(pos.getByText('Set by your organization, and left as it is: Paper.')).toBeVisible()
    await button(app, 'Change it').click()
    await expect(heading(pos, 'One setting is changed')).toBeVisible()
    const settings = () => JSON.parse(readFileSync(join(app.userData, 'settings.json'), 'utf8'))
    expect(settings()).toMatchObject({ cash_step: 5, paper: 80 })
    const audit = readFileSync(join(app.userData, 'staff', 'audit.jsonl'), 'utf8')
    expect(audit).toMatch(/settings\.apply_profile.*"cash_step":\{"before":null,"after":5\}/)
  })

  await test.step('settings of the organisation are locked', async () => {
    await pos.keyboard.press('Escape')
    await pos.keyboard.press('Escape')
    await pos.getByRole('button', { name: 'Settings' }).click()
    const paper = pos.getByRole('group', { name: /Set by your organization/ }).getByRole('radio')
    await expect(paper.first()).toBeDisabled()
    await expect(paper.first()).toBeChecked()
  })

  await app.electron.close()
  await test.step('the program applies a profile without a window', async () => {
    const given = join(config, 'given.json')
    writeFileSync(given, profileOf({ tabs: true }))
    const program = await electronPath()
    const run = (path: string) =>
      new Promise<{ readonly code: number | string; readonly printed: string }>((resolve) => {
        execFile(
          program,
          [...launchArgs({ virtualDisplay: true }), '--apply-profile', path],
          { env: { ...launchEnvironment(process.env), COUNTERTOP_USER_DATA: app.userData } },
          (error, stdout) => resolve({ code: error?.code ?? 0, printed: stdout.trim() }),
        )
      })
    expect(await run(given)).toEqual({ code: 0, printed: 'Changed: tabs.' })
    writeFileSync(given, '{')
    expect(await run(given)).toMatchObject({ code: 1, printed: expect.stringContaining('line 1') })
  })
  await app.close()
})

test('a counter backed up while it sells continues on another computer, with complete figures and audit log', async () => {
  const stick = mkdtempSync(join(tmpdir(), 'countertop-stick-'))
  const file = join(stick, 'bar.countertop-backup')
  const passphrase = 'seven green umbrellas'
  // The only test whose apps hash PINs and passphrases at the product's cost.
  const realHashes = true
  const old = await launchApp({ realHashes })
  await readyToSell(old.pos)
  const terminal = await windowAt(old.electron, 'app://terminal/')
  await charge(old.pos, '1234')
  await chooseTip(terminal, /^20%/)
  await insertVisa(terminal)
  await takeCardOut(terminal)
  await drawSignature(terminal)
  await finishSignature(terminal)
  await expect(heading(old.pos, 'Approved')).toBeVisible()
  await old.pos.keyboard.press('Enter')
  await expect(emptyCharge(old.pos)).toBeVisible()
  await goTo(old.pos, 'Terminals')
  await choosePin(old.pos)
  await button(old, 'This computer').click()
  await saveAt(old, file)
  await old.pos.getByLabel('Passphrase', { exact: true }).fill(passphrase)
  await old.pos.getByLabel('Once more, to be sure').fill(passphrase)
  await button(old, 'Save a backup').click()
  await expect(heading(old.pos, 'The backup is saved')).toBeVisible()
  await test.step('PIN and backup can be verified by another program, at the cost of the product', async () => {
    const pins = JSON.parse(readFileSync(dataPaths(old.userData).staff, 'utf8'))
    expect(pins.installer.pin).toMatchObject({ cost: pinCost, peppered: false })
    expect(await isPin(pin, pins.installer.pin, null)).toBe(true)
    let bytes = 0
    for await (const part of openStream(createReadStream(file), passphrase)) bytes += part.length
    expect(bytes).toBeGreaterThan(0)
  })
  const sold = billsOf(old.userData)
  expect(sold).toContain('1481')

  const fresh = await launchApp({ env: { COUNTERTOP_VIRTUAL_TERMINAL: 'none' }, realHashes })
  await readyToEnter(fresh)
  await button(fresh, 'Set up step by step').click()
  await button(fresh, 'This computer replaces another').click()
  await fresh.electron.evaluate(({ app, dialog }, path) => {
    // A copy whose file extension was lost can be selected as well.
    dialog.showOpenDialog = async (...asked: readonly unknown[]) => {
      const [, { filters = [] }] = asked as [unknown, OpenDialogOptions]
      const canBeChosen = filters.some(({ extensions }) => extensions.includes('*'))
      return { canceled: !canBeChosen, filePaths: canBeChosen ? [path] : [] }
    }
    app.relaunch = () => undefined
  }, file)
  // Not the passphrase field of a new backup, which comes earlier on the page.
  const field = fresh.pos.getByLabel('Passphrase of the backup')
  await expect(field).toBeFocused()
  await expect(field).toBeInViewport({ ratio: 1 })
  await field.fill('seven green umbrella')
  await button(fresh, 'Choose a backup').click()
  await expect(fresh.pos.getByText('This is not the passphrase of this backup. Type it again.')).toBeVisible()
  await field.fill(passphrase)
  await button(fresh, 'Choose a backup').click()
  await expect(fresh.pos.getByText(/with 1 sale\./)).toBeVisible()
  const closed = fresh.electron.waitForEvent('close')
  await button(fresh, 'Restore and restart').click()
  await closed

  const { userData } = fresh
  const again = await launchApp({ userData, env: { COUNTERTOP_VIRTUAL_TERMINAL: 'none' }, realHashes })
  await expect(button(again, 'Terminals')).toBeEnabled()
  await goTo(again.pos, 'Terminals')
  await enterPin(again.pos)
  await isOpen(again.pos)
  expect(billsOf(userData)).toBe(sold)
  await again.electron.close()
  expect(capturedPayment(userData)).toMatchObject({ status: 'captured', amount_captured: 1481 })
  const printed: string[] = []
  expect(await runVerifyCommand(['--folder', userData], {}, (line) => void printed.push(line))).toBe(0)
  expect(printed.join()).toContain('Nothing is wrong.')
  expect(readFileSync(join(userData, 'staff', 'audit.jsonl'), 'utf8')).toContain('backup.restored')
  await again.close()
  await old.close()
  rmSync(stick, { recursive: true, force: true })
})

async function readyToEnter(app: TestApp): Promise<void> {
  await expect(button(app, 'Terminals')).toBeEnabled()
  await goTo(app.pos, 'Terminals')
  await choosePin(app.pos, '975310')
}

/** The content of the book of sales on the disk. */
function billsOf(userData: string): string {
  const sales = join(userData, 'sales')
  const books = readdirSync(sales, { recursive: true, encoding: 'utf8' })
  const files = books.filter((name) => name.includes('.bills') && name.endsWith('.jsonl')).toSorted()
  return files.map((name) => readFileSync(join(sales, name), 'utf8')).join('')
}
