import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { behindTls, selfSigned } from '../support/self-signed.ts'
import { launchApp, type TestApp } from './support/app.ts'
import { charge, emptyCharge, expect, heading, hsn, test } from './support/counter.ts'
import { choosePin, enterPin, goTo, isOpen } from './support/staff-areas.ts'

const button = (app: TestApp, name: string) => app.pos.getByRole('button', { name, exact: true })
const step = (app: TestApp, name: string) => app.pos.locator(`[data-step=${name}]`)
const field = (app: TestApp, name: string) => app.pos.getByRole('textbox', { name })
const secret = (app: TestApp) => app.pos.getByLabel('Private key')

/** Chooses the path of the next file saved, as a person would in the dialog. */
const saveAt = (app: TestApp, path: string) =>
  app.electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath })
  }, path)

test('an installer sets up a new counter, with mistakes on the way, up to the report and the first sale', async ({
  service,
}) => {
  const tls = await behindTls(service.url)
  const untrusted = () => expect(heading(first, 'This service’s certificate is not trusted')).toBeVisible()
  const env = { COUNTERTOP_VIRTUAL_TERMINAL: 'none' }
  const app = await launchApp({ env })
  const first = app.pos
  await expect(button(app, 'Terminals')).toBeEnabled()
  await goTo(first, 'Terminals')
  await choosePin(first)
  await button(app, 'Set up step by step').click()
  await expect(heading(first, 'Training: no real money moves')).toBeVisible()
  await button(app, 'Open Payment service').click()

  await test.step('a wrong address, an untrusted certificate and a wrong key each have their own message', async () => {
    await field(app, 'Address').fill('https://127.0.0.1:9')
    await secret(app).fill('sk_nonsense_nonsense')
    await button(app, 'Check it').click()
    // The form fills the window, and the answer is shown below it.
    await expect(heading(first, 'Nothing answers at this address')).toBeInViewport()
    await field(app, 'Address').fill(`${service.url}/portal`)
    await secret(app).fill(service.private_key)
    await button(app, 'Check it').click()
    await expect(heading(first, 'What answers there is not a payment service')).toBeInViewport()
    // The account field stays open while the address is corrected. Opening it by mistake does no harm: if it is empty,
    // the service is asked for the account.
    await button(app, 'Type the account instead').click()
    await expect(button(app, 'Check it')).toBeEnabled()
    await field(app, 'Address').fill(tls.url)
    await expect(field(app, 'Account')).toBeVisible()
    await secret(app).fill('sk_nonsense_nonsense')
    await button(app, 'Check it').click()
    await untrusted()
    await expect(first.getByText(new X509Certificate(selfSigned.cert).fingerprint256)).toBeVisible()
    await button(app, 'I have compared it: trust this one').click()
    await expect(heading(first, 'The service does not know this key')).toBeVisible()
  })

  await test.step('a service that crashes before it was accepted is not used', async () => {
    await secret(app).fill(service.private_key)
    await button(app, 'Check it').click()
    await untrusted()
    await button(app, 'I have compared it: trust this one').click()
    await expect(button(app, 'Use this sandbox')).toBeVisible()
    await service.kill()
    await button(app, 'Use this sandbox').click()
    await expect(first.getByRole('alert')).toContainText(/Nothing answers|not a payment service/)
    await expect(heading(first, 'Training: no real money moves')).toBeVisible()
    await service.restart()
    await service.plugTerminal({ hsn })
  })

  await button(app, 'Check it').click()
  await untrusted()
  await button(app, 'I have compared it: trust this one').click()
  await button(app, 'Use this sandbox').click()
  await expect(heading(first, 'Takes effect after a restart')).toBeInViewport()
  await expect(secret(app)).toHaveValue('')
  await app.kill()

  const again = await launchApp({ userData: app.userData, env })
  await expect(button(again, 'Terminals')).toBeEnabled()
  await goTo(again.pos, 'Terminals')
  await enterPin(again.pos)
  await isOpen(again.pos)
  await button(again, 'Set up step by step').click()

  await test.step('this computer does not keep the key, so the key is typed again, and the step is done', async () => {
    await expect(button(again, 'Done')).toBeDisabled()
    await button(again, 'Open Payment service').click()
    await secret(again).first().fill(service.private_key)
    await button(again, 'Start charging').click()
    await expect(button(again, 'Start charging')).toBeHidden()
    await button(again, 'Back to the set-up').click()
    await button(again, 'Done').click()
    await expect(step(again, 'service')).toHaveAttribute('data-state', 'done')
  })

  await test.step('the terminal is shown, its clock is set, and devices that the shop does not have are skipped', async () => {
    await field(again, 'Name of this counter').fill('Bar')
    await button(again, 'Save the name').click()
    await expect(button(again, 'Saved')).toBeVisible()
    const kept = JSON.parse(readFileSync(join(again.userData, 'settings.json'), 'utf8'))
    expect(kept.counter_name).toBe('Bar')
    await button(again, 'Done').click()
    await expect(step(again, 'terminal')).toHaveAttribute('data-state', 'done')
    await button(again, 'Set the terminal’s clock').click()
    await expect(again.pos.getByText('It worked')).toBeVisible()
    await expect(button(again, 'Done')).toBeInViewport({ ratio: 1 })
    await button(again, 'Done').click()
    await expect(step(again, 'clock')).toHaveAttribute('data-state', 'done')
    for (const name of ['printer', 'scanner', 'drawer', 'display', 'people']) {
      await expect(button(again, 'Skip')).toBeInViewport({ ratio: 1 })
      await button(again, 'Skip').click()
      await expect(step(again, name)).toHaveAttribute('data-state', 'skipped')
    }
  })

  await test.step('one dollar is charged on the terminal and given back', async () => {
    await expect(button(again, 'Done')).toBeDisabled()
    await button(again, 'Charge $1.00 and give it back').click()
    await expect(button(again, 'Done')).toBeEnabled()
    await button(again, 'Done').click()
    expect(service.bankHolds()).toBe(0)
  })

  await test.step('the report and the support file are saved without a key', async () => {
    const report = join(app.userData, 'report.pdf')
    await saveAt(again, report)
    await button(again, 'Save the report').click()
    await expect(heading(again.pos, 'The file is saved')).toBeVisible()
    expect(readFileSync(report).subarray(0, 5).toString()).toBe('%PDF-')
    await button(again, 'All terminals').click()
    await button(again, 'System check').click()
    await expect(again.pos.locator('[data-health=service]')).toHaveAttribute('data-state', 'good')
    await expect(again.pos.locator('[data-health=terminal]')).toHaveAttribute('data-state', 'good')
    await button(again, 'Test the network').click()
    const way = again.pos.locator('[data-network] [data-step]')
    await expect(way.last()).toHaveAttribute('data-step', 'terminal')
    for (const line of await way.all()) await expect(line).toHaveAttribute('data-state', 'good')
    await expect(again.pos.getByText('It is the certificate that was compared')).toBeVisible()
    const bundle = join(app.userData, 'support.zip')
    await saveAt(again, bundle)
    await button(again, 'Save a file for support').click()
    await expect(heading(again.pos, 'The file is saved')).toBeVisible()
    expect(existsSync(bundle)).toBe(true)
    for (const file of [report, bundle])
      expect(readFileSync(file, 'latin1')).not.toContain(service.private_key)
  })

  await again.pos.keyboard.press('Escape')
  await again.pos.keyboard.press('Escape')
  await expect(emptyCharge(again.pos)).toBeVisible()
  await expect(again.pos.getByText('Training', { exact: true })).toBeVisible()
  await charge(again.pos, '2100')
  await expect(heading(again.pos, 'Approved')).toBeVisible()
  expect(service.bankHolds()).toBe(2100)
  await again.close()
  await tls.close()
})
