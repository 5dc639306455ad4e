import { type ChildProcess, spawn } from 'node:child_process'
import { fromRoot } from '../../scripts/lib/paths.mjs'
import { plugCable, type SerialCable } from '../support/serial-cable.ts'
import { launchApp, type TestApp } from './support/app.ts'
import { expect, test } from './support/counter.ts'
import { startService, type TestService } from './support/service.ts'

/** A terminal on the counter's serial port, whose bytes the POS carries to the service and back. */
const hsn = 'SERIAL-POS'
let service: TestService
let cable: SerialCable
let terminal: ChildProcess | null = null
let app: TestApp

test.beforeEach(async () => {
  service = await startService()
  cable = await plugCable()
  app = await launchApp({
    service,
    hsn,
    settings: { tip_presets: [], tip_custom: false },
    env: { COUNTERTOP_SERIAL_PORTS: cable.counterEnd },
  })
  const code = await service.client.call('terminals.activation_code', { body: { hsn } })
  if (!code.ok) throw new Error('no activation code')
  const args = ['--serial', cable.terminalEnd, '--hsn', hsn, '--activation-code', code.value.activation_code]
  terminal = spawn(process.execPath, [fromRoot('dist/terminal/cli.js'), ...args, '--script', 'approve'], {
    stdio: 'ignore',
  })
})
test.afterEach(async () => {
  terminal?.kill('SIGKILL')
  await app.close()
  await cable.remove()
  await service.stop()
})

const sell = async (amount: string) => {
  await app.pos.locator('[data-sale-state="ready"]').waitFor()
  await app.pos.keyboard.type(amount)
  await app.pos.keyboard.press('Enter')
  await app.pos.locator('[data-sale-state="approved"]').waitFor()
  await app.pos.keyboard.press('Enter')
}
const terminalIs = (state: string) =>
  expect(app.pos.locator(`[data-terminal="${state}"]`).first()).toBeVisible()

test('a terminal on a serial line sells, is shown as offline when unplugged, and sells again when plugged in', async () => {
  await terminalIs('connected')
  await sell('1500')
  await cable.unplug()
  await terminalIs('offline')
  await cable.plug()
  await terminalIs('connected')
  await sell('2500')
  const intents = await service.client.call('payment_intents.list', { query: {} })
  expect(intents.ok && intents.value.data.map(({ status, amount }) => [status, amount])).toEqual([
    ['captured', 2500],
    ['captured', 1500],
  ])
})
