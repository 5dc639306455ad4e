import { type ChildProcess, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { projectRoot } from '../../scripts/lib/paths.mjs'
import { type SerialBridge, startSerialBridge } from '../../src-main/devices/serial-bridge.ts'
import { startService, type TestService } from '../e2e/support/service.ts'
import { eventually } from '../support/eventually.ts'
import { must } from '../support/must.ts'
import { plugCable, type SerialCable } from '../support/serial-cable.ts'
import { quietLog } from '../unit/main/support/service.ts'

/** A terminal on the counter's serial port: SLIP frames over a cable that can be unplugged (section 4.4, terminals). */
const program = join(projectRoot, 'dist/terminal/cli.js')

let service: TestService
/** Each test has its own terminal, so that what the service stores of others does not interfere. */
let hsn = ''
let terminals = 0
let cable: SerialCable
let bridge: SerialBridge
let terminal: ChildProcess
let steps: string[] = []

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  terminals += 1
  hsn = `SERIAL-${terminals}`
  cable = await plugCable()
  bridge = startSerialBridge({
    path: cable.counterEnd,
    access: () => ({ url: service.url, fetch, agent: null }),
    onChange: () => undefined,
    log: quietLog,
  })
  steps = []
})
afterEach(async () => {
  terminal.kill('SIGKILL')
  bridge.stop()
  await cable.remove()
})

async function switchOn(script: string): Promise<void> {
  const { activation_code } = await must(service.client.call('terminals.activation_code', { body: { hsn } }))
  const args = ['--serial', cable.terminalEnd, '--hsn', hsn, '--activation-code', activation_code]
  terminal = spawn(process.execPath, [program, ...args, '--script', script], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  if (terminal.stdout === null) throw new Error('no output')
  // Output that arrives after the terminal was ended must not count for a later test.
  const mine = steps
  createInterface({ input: terminal.stdout }).on('line', (line) => {
    const { event, step } = JSON.parse(line) as { readonly event: string; readonly step?: string }
    mine.push(step ?? event)
  })
  await isConnected(true)
}

const isConnected = (connected: boolean) =>
  eventually(async () => {
    const body = { merchant_id: service.merchant_id }
    const { terminal_details } = await must(service.client.call('terminals.terminal_details', { body }))
    expect(terminal_details.find((one) => one.hsn === hsn)?.connected).toBe(connected)
  })

async function pay(amount: number) {
  const { id } = await must(service.client.call('payment_intents.create', { body: { amount } }))
  const { session_key: sessionKey } = await must(
    service.client.call('terminals.connect', { body: { hsn, force: 'true' } }),
  )
  const body = { hsn, payment_intent_id: id }
  return { id, answer: service.client.call('terminals.auth_card', { body, sessionKey }) }
}

describe('a terminal on a serial line', () => {
  test('a terminal on a serial line pays, is reported when it is unplugged, and pays again once it is plugged in', async () => {
    await switchOn('approve')
    expect(await (await pay(1_500)).answer).toMatchObject({ ok: true, value: { status: 'captured' } })
    expect(bridge.hsn()).toBe(hsn)
    await cable.unplug()
    await isConnected(false)
    expect(bridge.hsn()).toBeNull()
    await cable.plug()
    await isConnected(true)
    expect(await (await pay(1_600)).answer).toMatchObject({ ok: true, value: { status: 'captured' } })
  })

  test('a terminal that is unplugged before the card is read charges nothing, and is reported as not connected', async () => {
    await switchOn('silent')
    const { id, answer } = await pay(700)
    await eventually(() => expect(steps).toContain('command'))
    await cable.unplug()
    expect(await answer).toMatchObject({ ok: false, error: { error: { code: 'terminal_not_connected' } } })
    expect(await service.payments(id)).toEqual([])
  })

  test('a terminal that is unplugged while the bank is asked has its payment recorded, once', async () => {
    await switchOn('approve')
    const { id, answer } = await pay(800)
    await eventually(async () => expect(await service.payments(id)).toMatchObject([{ status: 'processing' }]))
    await cable.unplug()
    await answer
    await eventually(async () => {
      expect((await service.payments(id)).map(({ status }) => status)).toEqual(['captured'])
    })
  })

  test('a terminal on a serial line continues after noise on the line', async () => {
    await switchOn('approve')
    // Both ends receive it: the counter gets bytes that look like a frame, the terminal gets bytes that do not.
    await writeFile(cable.terminalEnd, Buffer.from([0xc0, 1, 2, 3, 0xc0, 0x7b, 0xc0, 0xdb, 0xdb, 0xc0]))
    await writeFile(cable.counterEnd, Buffer.from('\xc0{"type":"welcome"\xc0nonsense\xc0', 'latin1'))
    expect(await (await pay(900)).answer).toMatchObject({ ok: true, value: { status: 'captured' } })
  })

  test('a terminal on a serial line reconnects to the service after the service restarts', async () => {
    await switchOn('approve')
    await service.kill()
    await service.restart()
    await isConnected(true)
    expect(await (await pay(1_000)).answer).toMatchObject({ ok: true, value: { status: 'captured' } })
  })
})
