import { describe, expect, test } from 'vitest'
import { linkCloseCodes } from '../../../../src-shared/terminal/messages.ts'
import { personAtTheWindow } from '../../../../src-terminal/device/cardholder.ts'
import { createDevice } from '../../../../src-terminal/device/device.ts'
import { keepConnected } from '../../../../src-terminal/link/dialer.ts'
import { createLinkPair, type ServiceLink, type TerminalLink } from '../../../../src-terminal/link/link.ts'
import { credential, welcomingServiceEnd } from '../device-harness.ts'
import { createManualClock } from '../manual-clock.ts'

function dialling(answer: (attempt: number) => TerminalLink, random = 1) {
  const clock = createManualClock()
  const device = createDevice({ hsn: 'VT-0001', credential, cardholder: personAtTheWindow, clock })
  const attempts: number[] = []
  const refusals: string[] = []
  const dialer = keepConnected({
    device,
    clock,
    random: () => random,
    open() {
      attempts.push(clock.now())
      return answer(attempts.length)
    },
    onRefused: (reason) => refusals.push(reason),
  })
  const delays = () => attempts.slice(1).map((at, before) => at - (attempts[before] ?? 0))
  return { clock, device, attempts, refusals, dialer, delays }
}

const unreachable = () => {
  throw new Error('connection refused')
}

describe('the dialling of the service', () => {
  test('the service is dialled at increasing intervals, up to 15 s, while it cannot be reached', async () => {
    const { clock, delays } = dialling(unreachable)
    await clock.pass(60_000)
    expect(delays().slice(0, 7)).toEqual([250, 500, 1000, 2000, 4000, 8000, 15_000])
  })

  test('terminals dial at different moments, and none before half of the interval has passed', async () => {
    const { clock, delays } = dialling(unreachable, 0)
    await clock.pass(60_000)
    expect(delays().slice(0, 7)).toEqual([125, 250, 500, 1000, 2000, 4000, 7_500])
  })

  test('a link that opens after the dialling has ended is closed', async () => {
    let closed = 0
    const dialled = dialling((attempt) => {
      if (attempt === 1) return unreachable()
      dialled.dialer.stop()
      const links = createLinkPair()
      links.service.onClose(() => {
        closed += 1
      })
      welcomingServiceEnd(links.service)
      return links.terminal
    })
    await dialled.clock.pass(1000)
    expect([closed, dialled.device.connected()]).toEqual([1, false])
  })

  test('the service is dialled quickly again once it has welcomed the terminal', async () => {
    const ends: ServiceLink[] = []
    const { clock, device, delays } = dialling((attempt) => {
      if (attempt < 5) return unreachable()
      const links = createLinkPair()
      ends.push(links.service)
      welcomingServiceEnd(links.service)
      return links.terminal
    })
    await clock.pass(10_000)
    expect(device.connected()).toBe(true)
    ends[0]?.close(1001, 'restarting')
    await clock.pass(1000)
    expect(device.connected()).toBe(true)
    expect(delays()[3]).toBe(2000)
    expect(ends).toHaveLength(2)
  })

  const { replaced, ...others } = linkCloseCodes

  test.each(Object.entries(others))(
    'the service is dialled slowly after the close code %s, which anyone on the network can forge',
    async (_, code) => {
      const { clock, delays, refusals, device } = dialling(() => {
        const links = createLinkPair()
        links.service.close(code, 'no more')
        return links.terminal
      })
      await clock.pass(60 * 60_000)
      expect(delays().slice(0, 6)).toEqual([15_000, 30_000, 60_000, 120_000, 240_000, 300_000])
      expect(new Set(delays().slice(5))).toEqual(new Set([300_000]))
      expect(new Set(refusals)).toEqual(new Set(['no more']))
      expect(device.screen()).toEqual({ kind: 'offline', reason: 'no more' })
    },
  )

  test('when the same terminal has linked elsewhere, the service is not dialled for five minutes', async () => {
    const { clock, delays } = dialling(() => {
      const links = createLinkPair()
      links.service.close(replaced, 'elsewhere')
      return links.terminal
    })
    await clock.pass(60 * 60_000)
    expect(new Set(delays())).toEqual(new Set([300_000]))
  })

  test('the service is dialled quickly again once it welcomes the terminal after a forged refusal', async () => {
    const ends: ServiceLink[] = []
    const { clock, device, delays } = dialling((attempt) => {
      const links = createLinkPair()
      if (attempt === 1) links.service.close(linkCloseCodes.credentialRefused, 'a lie')
      else {
        ends.push(links.service)
        welcomingServiceEnd(links.service)
      }
      return links.terminal
    })
    await clock.pass(16_000)
    expect(device.connected()).toBe(true)
    ends[0]?.close(1001, 'restarting')
    await clock.pass(1000)
    expect(device.connected()).toBe(true)
    expect(delays()).toEqual([15_000, 1000 + 250])
  })

  test('the dialling ends when the caller stops it after a refusal', async () => {
    const { clock, dialer, refusals, attempts } = dialling(() => {
      const links = createLinkPair()
      links.service.close(linkCloseCodes.credentialRefused, 'no more')
      links.terminal.onClose(() => dialer.stop())
      return links.terminal
    })
    await clock.pass(60 * 60_000)
    expect(attempts).toHaveLength(1)
    expect(refusals.length).toBeLessThanOrEqual(1)
  })

  test('the service is not dialled while the network is down', async () => {
    const { clock, device, attempts } = dialling(() => {
      const links = createLinkPair()
      welcomingServiceEnd(links.service)
      return links.terminal
    })
    await clock.pass(0)
    device.act({ kind: 'lose_network', forMs: 3000 })
    await clock.pass(2999)
    expect(attempts).toHaveLength(1)
    await clock.pass(1)
    expect(device.connected()).toBe(true)
  })

  test('the dialling ends permanently when the terminal is unplugged', async () => {
    const { clock, device, dialer, attempts } = dialling(() => {
      const links = createLinkPair()
      welcomingServiceEnd(links.service)
      return links.terminal
    })
    await clock.pass(0)
    dialer.stop()
    await clock.pass(60_000)
    expect(device.connected()).toBe(false)
    expect(attempts).toHaveLength(1)
  })
})
