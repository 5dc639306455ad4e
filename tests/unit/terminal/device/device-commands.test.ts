import { describe, expect, test } from 'vitest'
import { terminalAtRest } from '../device-harness.ts'
import {
  green,
  insertVisa,
  print,
  readCard,
  readInput,
  readSignature,
  red,
  showOutcome,
  tip,
  type,
  yellow,
} from '../sample-commands.ts'

const stroke = [
  { x: 0.1, y: 0.5 },
  { x: 0.9, y: 0.4 },
]

describe('a terminal that is plugged in', () => {
  test('a plugged-in terminal sends a hello with serial number, capabilities and clock, and shows the welcome screen', async () => {
    const { service, device } = await terminalAtRest({ clockError: { offsetMs: 90_000, driftMsPerHour: 0 } })
    expect(service.received[0]).toMatchObject({
      type: 'hello',
      protocol: 2,
      hsn: 'VT-0001',
      date_time: '2026-11-21T09:01:30.000Z',
      capabilities: { emv: true, nfc: true, msr: true, signature: true, printer: true },
    })
    expect(device.screen()).toEqual({ kind: 'welcome', merchantName: 'Harbor Coffee' })
    expect(device.connected()).toBe(true)
  })

  test('a terminal that is plugged in answers a ping at any time', async () => {
    const { service, clock } = await terminalAtRest()
    service.link.send({ type: 'ping' })
    await clock.pass(0)
    expect(service.received.at(-1)).toEqual({ type: 'pong' })
  })

  test('a terminal that is plugged in is offline when the link ends, and drops its command', async () => {
    const { service, device, clock, ask } = await terminalAtRest()
    await ask(tip)
    service.link.close(1006, 'gone')
    await clock.pass(0)
    expect(device.screen()).toEqual({ kind: 'offline', reason: 'gone' })
    expect(device.connected()).toBe(false)
  })

  test('a terminal that is plugged in ends the link by itself when it is refused', async () => {
    const { service, device, clock } = await terminalAtRest()
    service.link.send({ type: 'refused', reason: 'The credential is void.' })
    await clock.pass(0)
    expect(device.screen()).toEqual({ kind: 'offline', reason: 'The credential is void.' })
  })
})

describe('display (section 4.4)', () => {
  test('the display shows the text with its line breaks until something else is shown', async () => {
    const { service, device, clock, ask } = await terminalAtRest()
    service.result('display', await ask({ name: 'display', text: 'Back in\n5 minutes' }))
    await clock.pass(60_000)
    expect(device.screen()).toEqual({ kind: 'message', text: 'Back in\n5 minutes' })
  })

  test('an empty text clears the screen', async () => {
    const { device, ask } = await terminalAtRest()
    await ask({ name: 'display', text: 'Closed' })
    await ask({ name: 'display', text: '' })
    expect(device.screen().kind).toBe('welcome')
  })
})

describe('version and clock (section 4.4)', () => {
  test('version returns the firmware', async () => {
    const { service, ask } = await terminalAtRest()
    expect(service.result('version', await ask({ name: 'version' })).version).toMatch(/^Countertop/)
  })

  test('set_clock returns how far the clock was ahead, and corrects it', async () => {
    const { service, ask, clock } = await terminalAtRest({
      clockError: { offsetMs: 4200, driftMsPerHour: 0 },
    })
    const at = new Date(clock.now()).toISOString()
    const first = await ask({ name: 'set_clock', date_time: at })
    expect(service.result('set_clock', first).offset_ms).toBe(4200)
    const second = await ask({ name: 'set_clock', date_time: at })
    expect(service.result('set_clock', second).offset_ms).toBe(0)
  })
})

describe('read_confirmation (section 4.4)', () => {
  const question = { name: 'read_confirmation', prompt: 'Join the club?', beep: true } as const

  test.each([
    [green, true],
    [red, false],
  ])('the green key answers yes and the red key no', async (key, confirmed) => {
    const { service, ask, act, changes } = await terminalAtRest()
    const id = await ask(question)
    expect(changes).toContainEqual({ kind: 'sound', sound: 'beep' })
    await act(key)
    expect(service.result('read_confirmation', id)).toEqual({ confirmed })
  })
})

describe('read_input (section 4.4)', () => {
  test.each([
    ['PHONE', '5550142368', '5550142368'],
    ['AMOUNT', '1234', '1234'],
    ['MMYY', '1228', '1228'],
    ['N4', '0042', '0042'],
    ['N1,6', '77', '77'],
    ['AN3,8', '123', '123'],
  ])('the format %s accepts %s', async (format, digits, input) => {
    const { service, ask, act } = await terminalAtRest()
    const id = await ask(readInput(format))
    await act(...type(digits), green)
    expect(service.result('read_input', id)).toEqual({ input })
  })

  test.each([
    ['PHONE', '555014'],
    ['MMYY', '1328'],
    ['N4', '12'],
  ])('the format %s does not accept %s', async (format, digits) => {
    const { device, ask, act } = await terminalAtRest()
    await ask(readInput(format))
    await act(...type(digits), green)
    expect(device.screen()).toMatchObject({ kind: 'input', text: digits })
  })

  test('an input never exceeds its maximum length, and the yellow key deletes the last character', async () => {
    const { service, ask, act } = await terminalAtRest()
    const id = await ask(readInput('N1,3'))
    await act(...type('12345'), yellow, green)
    expect(service.result('read_input', id)).toEqual({ input: '12' })
  })

  test('an input accepts letters only if the format has them', async () => {
    const { service, ask, act } = await terminalAtRest()
    const id = await ask(readInput('AN2,4'))
    await act({ kind: 'letter', letter: 'A' }, { kind: 'letter', letter: '!' }, ...type('7'), green)
    expect(service.result('read_input', id)).toEqual({ input: 'A7' })
    const digits = await ask(readInput('N1,4'))
    await act({ kind: 'letter', letter: 'A' }, ...type('7'), green)
    expect(service.result('read_input', digits)).toEqual({ input: '7' })
  })

  test.each(['phone', 'N', 'N0', 'N33', 'N5,2', 'X4', ''])(
    'an unknown format is invalid: "%s"',
    async (format) => {
      const { service, ask } = await terminalAtRest()
      expect(service.failure(await ask(readInput(format)))).toBe('invalid')
    },
  )
})

describe('tip (section 4.4)', () => {
  test('a tip prompt offers each preset with its amount, rounded half up', async () => {
    const { device, service, ask } = await terminalAtRest()
    await ask(tip)
    expect(device.screen()).toMatchObject({
      kind: 'tip',
      presets: [
        { percent: 15, tip: 185 },
        { percent: 18, tip: 222 },
        { percent: 20, tip: 247 },
      ],
    })
    expect(service.steps()).toEqual(['choosing_tip'])
  })

  test('a tip prompt returns the chosen preset', async () => {
    const { service, ask, act } = await terminalAtRest()
    const id = await ask(tip)
    await act({ kind: 'choose_tip', choice: { kind: 'preset', percent: 20 } })
    expect(service.result('tip', id)).toEqual({ tip: 247 })
  })

  test("an amount of the customer's choice is typed in cents", async () => {
    const { service, ask, act } = await terminalAtRest()
    const id = await ask(tip)
    await act({ kind: 'choose_tip', choice: { kind: 'custom' } }, ...type('3509'), yellow, green)
    expect(service.result('tip', id)).toEqual({ tip: 350 })
  })

  test('no tip is also an answer', async () => {
    const { service, ask, act } = await terminalAtRest()
    const id = await ask(tip)
    await act({ kind: 'choose_tip', choice: { kind: 'none' } })
    expect(service.result('tip', id)).toEqual({ tip: 0 })
  })

  test('the red key leads from the custom amount back to the choices, and from there cancels', async () => {
    const { device, service, ask, act } = await terminalAtRest()
    const id = await ask(tip)
    await act({ kind: 'choose_tip', choice: { kind: 'custom' } }, red)
    expect(device.screen().kind).toBe('tip')
    await act(red)
    expect(service.failure(id)).toBe('cancelled_at_terminal')
  })

  test('a tip prompt without presets asks for the custom amount at once', async () => {
    const { device, ask } = await terminalAtRest()
    await ask({ ...tip, percent_presets: [] })
    expect(device.screen()).toMatchObject({ kind: 'custom_tip', tip: 0 })
  })

  test('a custom amount that was not offered cannot be chosen, and a prompt without choices is invalid', async () => {
    const { device, service, ask, act } = await terminalAtRest()
    const id = await ask({ ...tip, custom: false })
    await act({ kind: 'choose_tip', choice: { kind: 'custom' } })
    expect(device.screen().kind).toBe('tip')
    service.cancel(id)
    await act()
    expect(service.failure(await ask({ ...tip, custom: false, percent_presets: [] }))).toBe('invalid')
  })
})

describe('read_signature (section 4.4)', () => {
  test('a signature prompt returns the picture in the requested form', async () => {
    const { service, device, ask, act } = await terminalAtRest()
    const id = await ask(readSignature)
    expect(device.screen()).toEqual({
      kind: 'signing',
      prompt: 'Please sign',
      width: 240,
      height: 80,
      strokes: [],
      cleared: 0,
    })
    await act({ kind: 'sign', strokes: [stroke] })
    expect(service.result('read_signature', id).signature).toMatchObject({
      format: 'bmp',
      image_type: 'binary',
      gzipped: false,
      dimensions: { width: 240, height: 80 },
    })
    expect(service.steps(id)).toEqual(['signing'])
  })

  test('an empty pad is not a signature', async () => {
    const { device, ask, act } = await terminalAtRest()
    await ask(readSignature)
    await act({ kind: 'sign', strokes: [] })
    expect(device.screen().kind).toBe('signing')
  })

  test('a terminal without a pad reports a signature as unsupported', async () => {
    const { service, device, ask } = await terminalAtRest()
    device.setCapabilities({ ...device.capabilities(), signature: false })
    expect(service.failure(await ask(readSignature))).toBe('unsupported')
  })
})

describe('show_outcome', () => {
  test('an outcome is answered at once, and the screen clears itself after the requested time', async () => {
    const { service, device, clock, ask } = await terminalAtRest()
    const id = await ask(showOutcome)
    expect(service.result('show_outcome', id)).toEqual({})
    expect(service.steps(id)).toEqual(['approved'])
    await clock.pass(1499)
    expect(device.screen()).toMatchObject({ kind: 'outcome', approved: true, amount: 1481 })
    await clock.pass(2)
    expect(device.screen().kind).toBe('welcome')
  })

  test('an outcome asks to remove the card, and is shown until the card is out', async () => {
    const { service, device, clock, ask, act } = await terminalAtRest()
    await ask(readCard)
    await act(insertVisa)
    const id = await ask({ ...showOutcome, approved: false, message: 'Declined' })
    await clock.pass(60_000)
    expect(device.screen()).toMatchObject({ kind: 'outcome', approved: false, cardIn: true })
    await act({ kind: 'remove_card' })
    expect(device.screen()).toMatchObject({ kind: 'outcome', cardIn: false })
    expect(service.steps(id)).toEqual(['declined', 'remove_card', 'card_removed'])
    await clock.pass(1501)
    expect(device.screen().kind).toBe('welcome')
  })

  test('the next prompt waits until the card is out', async () => {
    const { service, device, ask, act } = await terminalAtRest()
    await ask(readCard)
    await act(insertVisa)
    await ask(showOutcome)
    const id = await ask(readSignature)
    expect(device.screen()).toMatchObject({ kind: 'outcome', cardIn: true })
    await act({ kind: 'remove_card' })
    expect(device.screen().kind).toBe('signing')
    expect(service.steps(id)).toEqual(['remove_card', 'card_removed', 'signing'])
  })
})

describe('print (section 4.4)', () => {
  test('a printer waits for print_delay, prints, and keeps what was printed', async () => {
    const { service, device, clock, ask, changes } = await terminalAtRest()
    const id = await ask({ ...print, delay_ms: 2000 })
    await clock.pass(1999)
    expect(device.printed()).toEqual([])
    await clock.pass(1)
    expect(service.result('print', id)).toEqual({})
    expect(service.steps(id)).toEqual(['printing'])
    expect(device.printed()).toEqual([print.lines])
    expect(changes).toContainEqual({ kind: 'printed', lines: print.lines })
  })

  test('a printer keeps the last hundred receipts, since training may run for months', async () => {
    const { device, clock, ask } = await terminalAtRest()
    const line = (text: string) => ({ kind: 'text', text, align: 'left', weight: 'normal' }) as const
    for (let count = 1; count <= 103; count += 1) {
      await ask({ ...print, lines: [line(`Receipt ${count}`)] })
      await clock.pass(0)
    }
    expect(device.printed()).toHaveLength(100)
    expect(device.printed()[0]).toEqual([line('Receipt 4')])
    expect(device.printed().at(-1)).toEqual([line('Receipt 103')])
  })

  test('a printer without paper reports it and prints nothing', async () => {
    const { service, device, clock, ask, act } = await terminalAtRest()
    await act({ kind: 'load_paper', loaded: false })
    const id = await ask(print)
    await clock.pass(0)
    expect(service.failure(id)).toBe('paper_out')
    expect(device.printed()).toEqual([])
  })

  test('a terminal without a printer reports printing as unsupported', async () => {
    const { service, device, ask } = await terminalAtRest()
    device.setCapabilities({ ...device.capabilities(), printer: false })
    expect(service.failure(await ask(print))).toBe('unsupported')
  })
})

describe('the end of a prompt without an answer', () => {
  test('a prompt ends when the service cancels it', async () => {
    const { service, device, clock, ask } = await terminalAtRest()
    const id = await ask(tip)
    service.cancel(id)
    await clock.pass(0)
    expect(service.failure(id)).toBe('cancelled_by_service')
    expect(device.screen()).toEqual({ kind: 'message', text: 'Cancelled' })
    await clock.pass(1501)
    expect(device.screen().kind).toBe('welcome')
  })

  test('a cancel for a command that has ended changes nothing', async () => {
    const { service, device, clock, ask, act } = await terminalAtRest()
    const over = await ask(tip)
    await act({ kind: 'choose_tip', choice: { kind: 'none' } })
    await ask(readCard)
    service.cancel(over)
    await clock.pass(0)
    expect(device.screen().kind).toBe('waiting_for_card')
    expect(service.failure(over)).toBeNull()
  })

  test('a prompt ends when its time limit is reached', async () => {
    const { service, clock, ask } = await terminalAtRest()
    const id = await ask(readCard, 120_000)
    await clock.pass(119_999)
    expect(service.failure(id)).toBeNull()
    await clock.pass(1)
    expect(service.failure(id)).toBe('timed_out')
  })

  test('a second command is refused as busy, and the first one continues', async () => {
    const { service, device, ask, act } = await terminalAtRest()
    const first = await ask(tip)
    expect(service.failure(await ask(readCard))).toBe('busy')
    expect(device.screen().kind).toBe('tip')
    await act({ kind: 'choose_tip', choice: { kind: 'none' } })
    expect(service.result('tip', first)).toEqual({ tip: 0 })
  })

  test('clear ends everything that is shown, including a running prompt', async () => {
    const { service, device, ask } = await terminalAtRest()
    const id = await ask(tip)
    const clear = await ask({ name: 'clear' })
    expect(service.failure(id)).toBe('cancelled_by_service')
    expect(service.result('clear', clear)).toEqual({})
    expect(device.screen().kind).toBe('welcome')
  })

  test('each command ends exactly once', async () => {
    const { service, clock, ask, act } = await terminalAtRest()
    const id = await ask(tip, 1000)
    await act({ kind: 'choose_tip', choice: { kind: 'none' } }, red)
    service.cancel(id)
    await clock.pass(5000)
    const endings = service.received.filter(
      (message) => (message.type === 'result' || message.type === 'failure') && message.id === id,
    )
    expect(endings).toHaveLength(1)
  })
})
