import { describe, expect, test } from 'vitest'
import { terminalAtRest } from '../device-harness.ts'
import { green, insertVisa, readCard, readSignature, red, showOutcome, yellow } from '../sample-commands.ts'

const stroke = [
  { x: 0.1, y: 0.5 },
  { x: 0.9, y: 0.4 },
]
const other = [
  { x: 0.2, y: 0.2 },
  { x: 0.3, y: 0.9 },
]
const draw = (...strokes: (typeof stroke)[]) => ({ kind: 'draw', strokes }) as const

describe('the signature pad', () => {
  test('the signature pad shows each stroke, and the green key submits them', async () => {
    const { service, device, ask, act } = await terminalAtRest()
    const id = await ask(readSignature)
    await act(draw(stroke), draw(other))
    expect(device.screen()).toMatchObject({ kind: 'signing', strokes: [stroke, other], cleared: 0 })
    await act(green)
    expect(service.result('read_signature', id).signature.dimensions).toEqual({ width: 240, height: 80 })
  })

  test('a pad that is cleared and signed again sends only the new signature', async () => {
    const { service, device, ask, act } = await terminalAtRest()
    const retried = await ask(readSignature)
    await act(draw(stroke), { kind: 'clear_signature' })
    expect(device.screen()).toMatchObject({ strokes: [], cleared: 1 })
    await act(draw(stroke), yellow)
    expect(device.screen()).toMatchObject({ strokes: [], cleared: 2 })
    await act(draw(other), { kind: 'sign', strokes: [] })
    const plain = await ask(readSignature)
    await act({ kind: 'sign', strokes: [other] })
    expect(service.result('read_signature', retried)).toEqual(service.result('read_signature', plain))
  })

  test('an empty pad is neither cleared nor submitted', async () => {
    const { device, ask, act } = await terminalAtRest()
    await ask(readSignature)
    await act(draw([]), yellow, green)
    expect(device.screen()).toMatchObject({ kind: 'signing', strokes: [], cleared: 0 })
  })

  test('the red key cancels, even after strokes were drawn', async () => {
    const { service, ask, act } = await terminalAtRest()
    const id = await ask(readSignature)
    await act(draw(stroke), red)
    expect(service.failure(id)).toBe('cancelled_at_terminal')
  })
})

describe('a payment without a signature', () => {
  test('a card that is left in after the approval keeps the approval on the screen', async () => {
    const { clock, device, ask, act } = await terminalAtRest()
    await ask(readCard)
    await act(insertVisa)
    await ask(showOutcome)
    await ask(readSignature)
    await clock.pass(121_000)
    expect(device.screen()).toMatchObject({ kind: 'outcome', approved: true, cardIn: true })
    await act({ kind: 'remove_card' })
    expect(device.screen()).toMatchObject({ kind: 'outcome', approved: true, cardIn: false })
  })

  test('the cancel key ends the signature and shows nothing else as cancelled', async () => {
    const { device, service, ask, act } = await terminalAtRest()
    const id = await ask(readSignature)
    await act(red)
    expect(service.failure(id)).toBe('cancelled_at_terminal')
    expect(device.screen()).toEqual({ kind: 'message', text: 'No signature' })
  })
})
