import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createTurns } from '../../../../src-main/async/in-turn.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

test('the result of a task is kept only by its caller, even if no other task follows', async () => {
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

test('a failed task does not block the next one', async () => {
  const { inTurn, settled } = createTurns()
  await expect(inTurn(() => Promise.reject(new Error('full')))).rejects.toThrow('full')
  expect(await inTurn(async () => 'next')).toBe('next')
  await settled()
})
