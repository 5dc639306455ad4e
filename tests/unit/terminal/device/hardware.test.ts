import { describe, expect, test } from 'vitest'
import type { ToTerminal } from '../../../../src-shared/terminal/messages.ts'
import { personAtTheWindow } from '../../../../src-terminal/device/cardholder.ts'
import { createDevice } from '../../../../src-terminal/device/device.ts'
import { soundCondition } from '../../../../src-terminal/device/device-condition.ts'
import { keepConnected } from '../../../../src-terminal/link/dialer.ts'
import { faultyLink } from '../../../../src-terminal/link/faulty-link.ts'
import { createLinkPair } from '../../../../src-terminal/link/link.ts'
import { credential, type ServiceEnd, terminalAtRest, welcomingServiceEnd } from '../device-harness.ts'
import { createManualClock } from '../manual-clock.ts'
import { insertVisa, print, readCard } from '../sample-commands.ts'

/** A terminal with a person in front of it, which dials again when its link ends. */
async function dialledTerminal() {
  const clock = createManualClock()
  const ends: ServiceEnd[] = []
  const device = createDevice({ hsn: 'VT-0001', credential, cardholder: personAtTheWindow, clock })
  keepConnected({
    device,
    clock,
    random: () => 1,
    open() {
      const links = createLinkPair()
      ends.push(welcomingServiceEnd(links.service))
      return links.terminal
    },
  })
  await clock.pass(0)
  return { clock, device, ends }
}

describe('power', () => {
  test('a restart forgets the prompt, but the card in the slot and the receipts stay', async () => {
    const { clock, device, ends } = await dialledTerminal()
    ends[0]?.command(print)
    await clock.pass(0)
    ends[0]?.command({ ...readCard, include_pin: true })
    await clock.pass(0)
    device.act(insertVisa)
    await clock.pass(0)
    expect(device.screen().kind).toBe('pin')
    device.act({ kind: 'reboot', forMs: 6000 })
    expect(device.screen()).toEqual({ kind: 'starting' })
    device.act({ kind: 'key', key: 'green' })
    await clock.pass(5999)
    expect(device.screen()).toEqual({ kind: 'starting' })
    await clock.pass(1000)
    expect(ends).toHaveLength(2)
    expect(device.screen().kind).toBe('remove_card')
    expect(device.printed()).toEqual([print.lines])
  })

  test('a restart without a network ends offline', async () => {
    const { clock, device, ends } = await dialledTerminal()
    device.act({ kind: 'plug_network', plugged: false })
    device.act({ kind: 'reboot', forMs: 2000 })
    await clock.pass(3000)
    expect(device.screen().kind).toBe('offline')
    device.act({ kind: 'plug_network', plugged: true })
    await clock.pass(1000)
    expect(device.screen().kind).toBe('welcome')
    expect(ends).toHaveLength(2)
  })
})

describe('network', () => {
  test('an unplugged network stays down, and is up soon after it is plugged in', async () => {
    const { clock, device, ends } = await dialledTerminal()
    device.act({ kind: 'plug_network', plugged: false })
    await clock.pass(0)
    expect(device.screen()).toEqual({ kind: 'offline', reason: 'Network unplugged' })
    await clock.pass(3_600_000)
    expect(ends).toHaveLength(1)
    device.act({ kind: 'plug_network', plugged: true })
    expect(device.screen()).toEqual({ kind: 'offline', reason: 'Connecting…' })
    await clock.pass(500)
    expect(device.connected()).toBe(true)
  })

  test('plugging in a plugged-in network changes nothing', async () => {
    const { clock, device, ends } = await dialledTerminal()
    device.act({ kind: 'plug_network', plugged: true })
    await clock.pass(1000)
    expect(device.connected()).toBe(true)
    expect(ends).toHaveLength(1)
  })

  test('a link that was dialled before the network went down is not used', async () => {
    const { device, clock } = await terminalAtRest()
    device.act({ kind: 'lose_network', forMs: 1000 })
    const late = createLinkPair()
    const end = welcomingServiceEnd(late.service)
    device.plug(late.terminal)
    await clock.pass(0)
    expect(end.received).toEqual([])
    expect(device.connected()).toBe(false)
  })
})

describe('hardware and paper', () => {
  test('new hardware is reported with a new hello, unchanged hardware is not', async () => {
    const { clock, device, ends } = await dialledTerminal()
    device.act({ kind: 'fit_hardware', hardware: { printer: true } })
    await clock.pass(1000)
    expect(ends).toHaveLength(1)
    device.act({ kind: 'fit_hardware', hardware: { printer: false } })
    await clock.pass(1000)
    expect(ends[1]?.received[0]).toMatchObject({ type: 'hello', capabilities: { printer: false, emv: true } })
  })

  test('the screen asks for paper until a roll is loaded', async () => {
    const { device, clock, ask, act } = await terminalAtRest({ condition: { paper: false } })
    await ask(print)
    await clock.pass(0)
    expect(device.screen()).toEqual({ kind: 'paper_out' })
    await act({ kind: 'set_condition', condition: { latencyMs: 0 } })
    expect(device.screen()).toEqual({ kind: 'paper_out' })
    await act({ kind: 'load_paper', loaded: true })
    expect(device.screen().kind).toBe('welcome')
  })
})

describe('a slow connection', () => {
  const slow = (latency: { ms: number }) => {
    const clock = createManualClock()
    const links = createLinkPair()
    const link = faultyLink(links.terminal, clock, () => ({ ...soundCondition, latencyMs: latency.ms }))
    const received: string[] = []
    link.onMessage((message: ToTerminal) => received.push(message.type))
    return { clock, links, link, received }
  }

  test('a slow connection keeps the order of messages, even when it becomes faster', async () => {
    const latency = { ms: 1000 }
    const { clock, links, received } = slow(latency)
    links.service.send({ type: 'ping' })
    await clock.pass(0)
    latency.ms = 0
    links.service.send({ type: 'pong' })
    await clock.pass(999)
    expect(received).toEqual([])
    await clock.pass(1)
    expect(received).toEqual(['ping', 'pong'])
  })

  test('a slow connection loses the messages in transit when it ends', async () => {
    const { clock, links, link, received } = slow({ ms: 1000 })
    const sent: string[] = []
    links.service.onMessage(({ type }) => sent.push(type))
    link.send({ type: 'ping' })
    links.service.send({ type: 'ping' })
    await clock.pass(500)
    link.close()
    await clock.pass(2000)
    expect([...received, ...sent]).toEqual([])
  })
})
