import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createTurns } from '../../../src-main/in-turn.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

test('what a task answered is held by whoever asked alone, however long nothing else is asked', async () => {
  const { inTurn, settled } = createTurns()
  const held = await inTurn(async () => ({ sold: Array.from({ length: 1_000 }, String) })).then(
    (sold) => new WeakRef(sold),
  )
  await settled()
  await new Promise((resolve) => setImmediate(resolve))
  collectGarbage()
  expect(held.deref()).toBeUndefined()
  expect(await inTurn(async () => 'next')).toBe('next')
})

test('a task that fails keeps no other back', async () => {
  const { inTurn, settled } = createTurns()
  await expect(inTurn(() => Promise.reject(new Error('full')))).rejects.toThrow('full')
  expect(await inTurn(async () => 'next')).toBe('next')
  await settled()
})
