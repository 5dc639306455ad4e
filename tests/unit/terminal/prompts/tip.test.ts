import { expect, test } from 'vitest'
import { terminalAtRest } from '../device-harness.ts'
import { green, red, tip, type, yellow } from '../sample-commands.ts'

const preset = (percent: number) => ({ kind: 'choose_tip', choice: { kind: 'preset', percent } }) as const

test('a typed tip ends at 99999.99, and may be taken back to nothing', async () => {
  const { device, service, ask, act } = await terminalAtRest()
  const id = await ask({ ...tip, percent_presets: [] })
  await act(...type('99999999'))
  expect(device.screen()).toMatchObject({ kind: 'custom_tip', tip: 9_999_999 })
  await act(...Array.from({ length: 8 }, () => yellow), green)
  expect(service.result('tip', id)).toEqual({ tip: 0 })
})

test('a preset that is not offered, or not on the screen any more, is no answer', async () => {
  const { device, service, ask, act } = await terminalAtRest()
  const id = await ask(tip)
  await act(preset(99))
  expect(device.screen().kind).toBe('tip')
  await act({ kind: 'choose_tip', choice: { kind: 'custom' } }, preset(20))
  expect(device.screen()).toMatchObject({ kind: 'custom_tip', tip: 0 })
  await act({ kind: 'choose_tip', choice: { kind: 'none' } })
  expect(service.result('tip', id)).toEqual({ tip: 0 })
})

test('the red key cancels a tip that can only be typed', async () => {
  const { service, ask, act } = await terminalAtRest()
  const id = await ask({ ...tip, percent_presets: [] })
  await act(...type('35'), red)
  expect(service.failure(id)).toBe('cancelled_at_terminal')
})
