import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { projectRoot } from '../../scripts/lib/paths.mjs'
import { type SerialBridge, startSerialBridge } from '../../src-main/devices/serial-bridge.ts'
import { startService, type TestService } from '../e2e/support/service.ts'
import { eventually } from '../support/eventually.ts'
import { plugCable, type SerialCable } from '../support/serial-cable.ts'
import { quietLog } from '../unit/main/support/service.ts'

/** The headless terminal as a separate program, with a real socket to a real service process. */
const program = join(projectRoot, 'dist/terminal/cli.js')

let service: TestService
/** Each test has its own terminal, so that what the service stores of others does not interfere. */
let hsn = ''
let terminals = 0
/** null: the terminal dials the service itself. */
let cable: SerialCable | null = null
let bridge: SerialBridge | null = null
let terminal: ChildProcess | null = null
let events: { readonly event: string; readonly [detail: string]: unknown }[] = []

function start(code: string, ...rest: readonly string[]): ChildProcess {
  const way = cable === null ? ['--service', service.url] : ['--serial', cable.terminalEnd]
  const args = [program, ...way, '--hsn', hsn, '--activation-code', code, ...rest]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  // Output that arrives after the terminal was ended must not count for a later test.
  const mine = events
  createInterface({ input: child.stdout }).on('line', (line) => mine.push(JSON.parse(line)))
  return child
}

async function activationCode(): Promise<string> {
  const answer = await service.client.call('terminals.activation_code', { body: { hsn } })
  if (!answer.ok) throw new Error('no activation code')
  return answer.value.activation_code
}

async function session(): Promise<string> {
  const answer = await service.client.call('terminals.connect', { body: { hsn } })
  if (!answer.ok) throw new Error(`not connected: ${JSON.stringify(answer.error)}`)
  return answer.value.session_key
}

async function intent(amount: number): Promise<string> {
  const answer = await service.client.call('payment_intents.create', { body: { amount } })
  if (!answer.ok) throw new Error('no intent')
  return answer.value.id
}

const happened = (event: string) => eventually(() => expect(events.map((e) => e.event)).toContain(event))

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())
beforeEach(() => {
  terminals += 1
  hsn = `CLI-${terminals}`
  events = []
})
afterEach(async () => {
  terminal?.kill('SIGKILL')
  bridge?.stop()
  await cable?.remove()
  cable = null
})

async function plugInSerially(): Promise<void> {
  cable = await plugCable()
  bridge = startSerialBridge({
    path: cable.counterEnd,
    access: () => ({ url: service.url, fetch, agent: null }),
    onChange: () => undefined,
    log: quietLog,
  })
}

const ways = [
  ['over a socket of its own', async () => undefined],
  ['over a serial line that a counter carries', plugInSerially],
] as const

describe.each(ways)('npm run terminal %s', (_, plugIn) => {
  beforeEach(plugIn)

  test('the terminal process activates itself, pays by its script, logs no card number, and ends on SIGTERM', async () => {
    terminal = start(await activationCode(), '--script', 'approve')
    await happened('connected')
    const paid = await service.client.call('terminals.auth_card', {
      body: { hsn, payment_intent_id: await intent(5000) },
      sessionKey: await session(),
    })
    expect(paid).toMatchObject({ ok: true, value: { status: 'captured', amount: 5000 } })
    expect(JSON.stringify(events)).not.toContain('4111111111111111')
    const ended = new Promise((resolve) => terminal?.once('exit', resolve))
    terminal.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(events.at(-1)).toMatchObject({ event: 'stopped' })
  })

  test('the terminal process reports a wrong code and exits with 1', async () => {
    terminal = start('00000000')
    const ended = new Promise((resolve) => terminal?.once('exit', resolve))
    expect(await ended).toBe(1)
    expect(events.at(-1)).toMatchObject({ event: 'refused' })
  })

  test('the terminal process killed while it waits for a card charges nothing, and is reported as not connected', async () => {
    terminal = start(await activationCode(), '--script', 'silent')
    await happened('connected')
    const id = await intent(700)
    const answer = service.client.call('terminals.auth_card', {
      body: { hsn, payment_intent_id: id },
      sessionKey: await session(),
    })
    await happened('command')
    terminal.kill('SIGKILL')
    expect(await answer).toMatchObject({ ok: false, error: { error: { code: 'terminal_not_connected' } } })
    expect(await service.payments(id)).toEqual([])
  })
})
