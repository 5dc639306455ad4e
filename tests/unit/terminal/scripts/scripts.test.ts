import { describe, expect, test } from 'vitest'
import { virtualTerminalScripts } from '../../../../src-shared/api/schemas/sandbox.ts'
import { decrypt } from '../device-harness.ts'
import {
  print,
  readCard,
  readInput,
  readManual,
  readSignature,
  showOutcome,
  tip,
} from '../sample-commands.ts'
import { scripted } from './scripted-terminal-harness.ts'

describe('the scripts of virtual terminals', () => {
  test('the script approve makes a complete sale, with chip, signature and receipt', async () => {
    const { terminal, service, run } = await scripted({})
    const tipId = await run(tip)
    expect(service().result('tip', tipId)).toEqual({ tip: 0 })
    const card = service().result('read_card', await run({ ...readCard, confirm_amount: true }))
    expect(card.entry_mode).toBe('EMVContact')
    expect((await decrypt(card.card)).number).toBe('4111111111111111')
    await run(showOutcome)
    const signed = service().result('read_signature', await run(readSignature))
    expect(signed.signature.data.length).toBeGreaterThan(100)
    service().result('print', await run(print))
    expect(terminal.device.printed()).toEqual([print.lines])
    expect(terminal.device.cardInSlot()).toBeNull()
  })

  test('the script approve also answers every other prompt', async () => {
    const { service, run } = await scripted({})
    const question = { name: 'read_confirmation', prompt: 'Sure?', beep: false } as const
    expect(service().result('read_confirmation', await run(question))).toEqual({ confirmed: true })
    for (const format of ['PHONE', 'AMOUNT', 'MMYY', 'N4', 'N1,20', 'AN3,8']) {
      const { input } = service().result('read_input', await run(readInput(format)))
      expect(input).toMatch(/^\d+$/)
    }
    const typed = service().result('read_manual', await run(readManual))
    expect(await decrypt(typed.card)).toMatchObject({ number: '4111111111111111', cvv: '123' })
    const withPin = service().result(
      'read_card',
      await run({ ...readCard, include_pin: true, include_avs: true }),
    )
    expect(await decrypt(withPin.card)).toMatchObject({ pin: '1234', postal_code: '94107' })
  })

  test('the script decline pays with the card that is declined', async () => {
    const { service, run } = await scripted({ script: 'decline' })
    const { card } = service().result('read_card', await run(readCard))
    expect((await decrypt(card)).number).toBe('4000000000000002')
  })

  test('the script customer_cancels chooses a tip, then presses the red key', async () => {
    const { service, run } = await scripted({ script: 'customer_cancels' })
    expect(service().result('tip', await run(tip))).toEqual({ tip: 0 })
    for (const command of [{ ...readCard, confirm_amount: true }, readManual, readSignature]) {
      expect(service().failure(await run(command))).toBe('cancelled_at_terminal')
    }
  })

  test('the script silent lets every prompt time out', async () => {
    const { service, run, clock } = await scripted({ script: 'silent' })
    const id = await run(readCard)
    await clock.pass(119_000)
    expect(service().failure(id)).toBeNull()
    await clock.pass(2_000)
    expect(service().failure(id)).toBe('timed_out')
  })

  test('the script drops_link sends the card data, loses the link, and reconnects some seconds later', async () => {
    const { terminal, service, ends, run, clock, settle } = await scripted({ script: 'drops_link' })
    const id = await run(readCard)
    expect(ends[0]?.result('read_card', id).entry_mode).toBe('EMVContact')
    expect(terminal.device.connected()).toBe(false)
    await clock.pass(2500)
    expect(ends).toHaveLength(1)
    await clock.pass(1000)
    await settle()
    expect(ends).toHaveLength(2)
    expect(terminal.device.connected()).toBe(true)
    expect(service().received[0]?.type).toBe('hello')
  })

  test('the script no_signature reports this in its hello, and refuses', async () => {
    const { service, run } = await scripted({ script: 'no_signature' })
    expect(service().received[0]).toMatchObject({ type: 'hello', capabilities: { signature: false } })
    expect(service().failure(await run(readSignature))).toBe('unsupported')
  })

  test('the script tip_20 chooses 20 percent by its button, or types it', async () => {
    const { service, run } = await scripted({ script: 'tip_20' })
    expect(service().result('tip', await run(tip))).toEqual({ tip: 247 })
    expect(service().result('tip', await run({ ...tip, percent_presets: [10] }))).toEqual({ tip: 247 })
    expect(service().result('tip', await run({ ...tip, percent_presets: [] }))).toEqual({ tip: 247 })
    expect(service().result('tip', await run({ ...tip, percent_presets: [10], custom: false }))).toEqual({
      tip: 0,
    })
  })
})

describe('changes of a script by a behaviour', () => {
  test.each([
    ['tap', 'Contactless'],
    ['swipe', 'Swipe'],
    ['insert', 'EMVContact'],
    ['manual', 'FallbackKeyed'],
  ] as const)('a behaviour may set the entry %s', async (entry, mode) => {
    const { service, run } = await scripted({ entry, card: '5555555555554444' })
    const reply = service().result('read_card', await run(readCard))
    expect(reply.entry_mode).toBe(mode)
    expect((await decrypt(reply.card)).number).toBe('5555555555554444')
  })

  test('a behaviour may set the tip in cents', async () => {
    const { service, run } = await scripted({ tip: 300 })
    expect(service().result('tip', await run(tip))).toEqual({ tip: 300 })
  })

  test('another behaviour takes effect at the current prompt', async () => {
    const { terminal, service, run, settle } = await scripted({ script: 'silent' })
    const id = await run(readCard)
    terminal.change({ script: 'approve' })
    await settle()
    expect(service().result('read_card', id).entry_mode).toBe('EMVContact')
  })

  test('other hardware is reported with a new hello', async () => {
    const { terminal, ends, clock, settle } = await scripted({})
    terminal.change({ script: 'no_signature' })
    await clock.pass(1000)
    await settle()
    expect(ends).toHaveLength(2)
    expect(ends[1]?.received[0]).toMatchObject({ capabilities: { signature: false } })
  })

  test('every script name of the contract has a script', async () => {
    for (const script of virtualTerminalScripts) {
      const { terminal, clock } = await scripted({ script })
      await clock.pass(5000)
      expect(terminal.device.screen().kind).toBe('welcome')
    }
  })
})
