import { expect, test } from 'vitest'
import { readSignature, tip } from '../sample-commands.ts'
import { scripted } from './scripted-terminal-harness.ts'

test('a customer who is replaced while they think does nothing more', async () => {
  const { service, run, clock, settle, terminal } = await scripted({ script: 'tip_20', think_ms: 5_000 })
  const id = await run(tip)
  await clock.pass(1_000)
  terminal.change({ script: 'silent' })
  await clock.pass(20_000)
  await settle()
  expect(service().received.some((message) => message.type === 'result' && message.id === id)).toBe(false)
  expect(terminal.device.screen().kind).toBe('tip')
})

test('a customer who takes over at a prompt answers it once, in their own time', async () => {
  const { service, run, clock, settle, terminal } = await scripted({ script: 'approve', think_ms: 5_000 })
  const id = await run(tip)
  await clock.pass(4_000)
  terminal.change({ script: 'tip_20', think_ms: 3_000 })
  await clock.pass(2_000)
  expect(terminal.device.screen().kind).toBe('tip')
  await clock.pass(2_000)
  await settle()
  expect(service().result('tip', id)).toMatchObject({ tip: 247 })
})

test('a customer who is replaced between two prompts does not answer the next one', async () => {
  const { service, run, clock, settle, terminal } = await scripted({ script: 'approve', think_ms: 100 })
  const asked = run(tip)
  terminal.change({ script: 'silent' })
  await asked
  await clock.pass(1_000)
  await settle()
  const second = service().command({ name: 'clear' })
  await settle()
  expect(service().result('clear', second)).toEqual({})
  const signing = await run(readSignature)
  await clock.pass(5_000)
  await settle()
  expect(service().received.some((message) => message.type === 'result' && message.id === signing)).toBe(
    false,
  )
})
