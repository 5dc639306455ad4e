import { describe, expect, test } from 'vitest'
import { print, readCard, readSignature, showOutcome } from '../sample-commands.ts'
import { scripted } from './scripted-terminal-harness.ts'

const setClock = (now: number) => ({ name: 'set_clock', date_time: new Date(now).toISOString() }) as const

describe('scripts for missing hardware', () => {
  test.each([
    ['no_signature', { signature: false }],
    ['no_screen', { screen_dimension_x: 0, screen_dimension_y: 0, signature: false }],
    ['no_printer', { printer: false }],
    ['no_pin_pad', { pin_pad: false }],
    ['card_unreadable', { msr: false }],
  ] as const)('the script %s reports its hardware when it connects', async (script, capabilities) => {
    const { service } = await scripted({ script })
    expect(service().received[0]).toMatchObject({ type: 'hello', capabilities })
  })

  test('the scripts no_printer and no_pin_pad refuse unsupported commands, and can still pay', async () => {
    const printless = await scripted({ script: 'no_printer' })
    expect(printless.service().failure(await printless.run(print))).toBe('unsupported')
    const padless = await scripted({ script: 'no_pin_pad' })
    const withPin = await padless.run({ ...readCard, include_pin: true })
    expect(padless.service().failure(withPin)).toBe('unsupported')
    const paid = padless.service().result('read_card', await padless.run(readCard))
    expect(paid.entry_mode).toBe('EMVContact')
  })

  test('the script paper_out fails the first receipt, loads a roll, and prints the second', async () => {
    const { service, run, terminal } = await scripted({ script: 'paper_out' })
    expect(service().failure(await run(print))).toBe('paper_out')
    expect(terminal.device.printed()).toEqual([])
    expect(service().result('print', await run(print))).toEqual({})
    expect(terminal.device.printed()).toEqual([print.lines])
  })

  test('the script prints_nothing never loads paper', async () => {
    const { service, run, terminal } = await scripted({ script: 'prints_nothing' })
    expect(service().failure(await run(print))).toBe('paper_out')
    expect(service().failure(await run(print))).toBe('paper_out')
    expect(terminal.device.printed()).toEqual([])
  })
})

describe('scripts for faults of a terminal', () => {
  test('the script reboots drops the prompt without an answer, and reconnects with a hello', async () => {
    const { service, ends, run, clock, settle, terminal } = await scripted({ script: 'reboots' })
    const id = await run(readCard)
    expect(terminal.device.screen().kind).toBe('starting')
    expect(ends).toHaveLength(1)
    await clock.pass(7900)
    expect(ends).toHaveLength(1)
    await clock.pass(600)
    await settle()
    expect(ends).toHaveLength(2)
    expect(terminal.device.screen().kind).toBe('welcome')
    expect(ends[0]?.failure(id)).toBeNull()
    expect(ends[0]?.received.some(({ type }) => type === 'result')).toBe(false)
    expect(service().received.map(({ type }) => type)).toEqual(['hello'])
  })

  test('the script clock_drift loses more time every hour, and date_time corrects it for a while', async () => {
    const { service, run, clock } = await scripted({ script: 'clock_drift' })
    const first = service().result('set_clock', await run(setClock(clock.now())))
    expect(first.offset_ms).toBeCloseTo(-420_000, -3)
    await clock.pass(2 * 3_600_000)
    const later = service().result('set_clock', await run(setClock(clock.now())))
    expect(later.offset_ms).toBeCloseTo(-60_000, -3)
  })

  test('the clock is off by clock_offset_ms and clock_drift_ms_per_hour', async () => {
    const { service, run, clock } = await scripted({ clock_offset_ms: 90_000, clock_drift_ms_per_hour: 1000 })
    expect(service().received[0]).toMatchObject({ type: 'hello', date_time: '2026-11-21T09:01:30.000Z' })
    await clock.pass(3_600_000)
    const { offset_ms } = service().result('set_clock', await run(setClock(clock.now())))
    expect(offset_ms).toBeCloseTo(91_000, -3)
  })

  test('the script slow_link delays each message by 1.5 s in both directions', async () => {
    const { service, run, clock, settle, terminal } = await scripted({ script: 'slow_link' })
    expect(service().received).toEqual([])
    // First the challenge, then the hello.
    await clock.pass(1500)
    expect(service().received).toEqual([])
    await clock.pass(1500)
    expect(service().received.map(({ type }) => type)).toEqual(['hello'])
    expect(terminal.device.connected()).toBe(false)
    await clock.pass(1500)
    expect(terminal.device.connected()).toBe(true)
    const id = await run(readCard)
    expect(terminal.device.screen().kind).toBe('welcome')
    await clock.pass(1500)
    await settle()
    expect(terminal.device.screen().kind).toBe('processing')
    await clock.pass(1500)
    await settle()
    expect(service().result('read_card', id).entry_mode).toBe('EMVContact')
    expect(service().steps(id)).toEqual(['waiting_for_card', 'card_inserted'])
  })

  test('latency_ms delays a link, and another behaviour ends the delay', async () => {
    const { service, run, clock, settle, terminal } = await scripted({ latency_ms: 400 })
    await clock.pass(1200)
    expect(terminal.device.connected()).toBe(true)
    terminal.change({})
    const id = await run({ name: 'version' })
    await settle()
    expect(service().result('version', id).version).toContain('Virtual')
  })
})

describe('scripts for wrong answers', () => {
  test('the script answers_twice sends every result, and every failure, twice', async () => {
    const { service, run } = await scripted({ script: 'answers_twice' })
    const answersTo = (id: string) =>
      service().received.filter(
        (message) => message.type !== 'progress' && 'id' in message && message.id === id,
      )
    expect(answersTo(await run(readCard))).toHaveLength(2)
    expect(answersTo(await run({ name: 'read_input', prompt: '?', format: 'X', beep: false }))).toHaveLength(
      2,
    )
  })

  test('the script answers_late sends the result 5 s late, even though the command was cancelled meanwhile', async () => {
    const { service, run, clock } = await scripted({ script: 'answers_late' })
    const id = await run(readCard)
    service().cancel(id)
    await clock.pass(4800)
    expect(service().received.some(({ type }) => type === 'result')).toBe(false)
    await clock.pass(300)
    expect(service().result('read_card', id).entry_mode).toBe('EMVContact')
    expect(service().failure(id)).toBeNull()
  })

  test('answer_delay_ms delays a result, but no other messages', async () => {
    const { service, run, clock } = await scripted({ answer_delay_ms: 60_000 })
    const id = await run(readSignature)
    expect(service().steps(id)).toEqual(['signing'])
    expect(() => service().result('read_signature', id)).toThrow('no result')
    await clock.pass(60_000)
    expect(service().result('read_signature', id).signature.format).toBe('bmp')
  })

  test('the script ignores_cancel pays even though the POS has cancelled', async () => {
    const { service, run, clock, settle } = await scripted({ script: 'ignores_cancel' })
    const id = await run(readCard)
    service().cancel(id)
    await clock.pass(1000)
    expect(service().failure(id)).toBeNull()
    await clock.pass(2000)
    await settle()
    expect(service().result('read_card', id).entry_mode).toBe('EMVContact')
  })

  test('another behaviour removes all effects of a fault', async () => {
    const { service, run, terminal } = await scripted({ script: 'answers_twice' })
    terminal.change({ script: 'approve' })
    const id = await run(showOutcome)
    expect(service().received.filter((m) => m.type === 'result' && m.id === id)).toHaveLength(1)
  })
})
