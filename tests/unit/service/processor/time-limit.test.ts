import { expect, test } from 'vitest'
import { createClock } from '../../../../src-service/clock.ts'
import type { AuthorizeRequest, Processor } from '../../../../src-service/processor/processor.ts'
import { withTimeLimit } from '../../../../src-service/processor/time-limit.ts'

const never = () => new Promise<never>(() => {})
const silent: Processor = {
  name: 'silent',
  authorize: never,
  capture: never,
  void: never,
  refund: never,
  inquire: never,
  clear: never,
}
const request = { payment_id: 'pmt_1' } as AuthorizeRequest
const settle = () => new Promise((resolve) => setTimeout(resolve, 5))

test.each<[keyof Processor, (processor: Processor) => Promise<unknown>]>([
  ['authorize', (processor) => processor.authorize(request)],
  ['capture', (processor) => processor.capture('pmt_1', 1)],
  ['void', (processor) => processor.void('pmt_1')],
  ['refund', (processor) => processor.refund('pmt_1', 're_1', 1)],
  ['inquire', (processor) => processor.inquire('pmt_1')],
])('%s is unknown when nothing is answered within 30 seconds of the clock, not before', async (_, ask) => {
  const clock = createClock()
  let answer: unknown = 'none yet'
  void ask(withTimeLimit(silent, clock)).then((told) => {
    answer = told
  })
  clock.advance(29_000)
  await settle()
  expect(answer).toBe('none yet')
  clock.advance(1_000)
  await settle()
  expect(answer).toEqual({ outcome: 'unknown' })
})

test('passes on the answer, and the fault, of a processor that is in time', async () => {
  const clock = createClock()
  const done = { outcome: 'done', retrieval_reference: '1' } as const
  const limited = withTimeLimit(
    { ...silent, capture: async () => done, void: () => Promise.reject(new Error('connection reset')) },
    clock,
  )
  expect(await limited.capture('pmt_1', 1)).toEqual(done)
  await expect(limited.void('pmt_1')).rejects.toThrow('connection reset')
})

test('hears an answer that fell due before the limit, when the clock is moved past both at once', async () => {
  const clock = createClock()
  const done = { outcome: 'done', retrieval_reference: '1' } as const
  const slow = async () => {
    await new Promise<void>((resolve) => void clock.after(150, resolve))
    return done
  }
  const answer = withTimeLimit({ ...silent, void: slow }, clock).void('pmt_1')
  clock.advance(60_000)
  expect(await answer).toEqual(done)
})
