import { expect, test } from 'vitest'
import type { AuthorizeRequest, Processor } from '../../../../src-service/processor/processor.ts'
import type { ReportEntry } from '../../../../src-service/processor/report-entry.ts'
import { withTimeLimit } from '../../../../src-service/processor/time-limit.ts'
import { createClock } from '../../../../src-service/time/clock.ts'
import { onPage, paymentRef, refundRef } from '../../../support/processor-references.ts'

const never = () => new Promise<never>(() => {})
const silent: Processor = {
  name: 'silent',
  capabilities: { voidClosesUnknown: true, repeatsRefunds: true, keeps: 'tokens', verifies: [] },
  limits: { authorizeMs: 30_000, followUpMs: 30_000, inquireMs: 30_000, verifyMs: 30_000 },
  authorize: never,
  tokenize: never,
  verify: never,
  capture: never,
  void: never,
  refund: never,
  inquire: never,
  inquireRefund: never,
  clear: never,
  async *reports() {
    yield await never()
  },
}
const request = { payment_id: 'pmt_1' } as AuthorizeRequest

test('reports that are not read to their end are closed at the processor', async () => {
  let isClosed = false
  const talkative: Processor = {
    ...silent,
    async *reports() {
      try {
        for (let at = 1; ; at += 1) yield { id: `rep_${at}` } as ReportEntry
      } finally {
        isClosed = true
      }
    },
  }
  for await (const { id } of withTimeLimit(talkative, createClock()).reports(0)) if (id === 'rep_3') break
  expect(isClosed).toBe(true)
})
const settle = () => new Promise((resolve) => setTimeout(resolve, 5))

test.each<[keyof Processor, (processor: Processor) => Promise<unknown>]>([
  ['authorize', (processor) => processor.authorize(request)],
  [
    'verify',
    (processor) =>
      processor.verify({ account_id: 'acct_1', order_id: 'A', source: request.source, ...onPage }),
  ],
  ['capture', (processor) => processor.capture(paymentRef('pmt_1'), 1)],
  ['void', (processor) => processor.void(paymentRef('pmt_1'))],
  ['refund', (processor) => processor.refund(paymentRef('pmt_1'), refundRef('re_1', 1))],
  ['inquire', (processor) => processor.inquire(paymentRef('pmt_1'))],
])(
  'the call %s is unknown when no answer arrives within 30 seconds of the clock, and not before',
  async (_, ask) => {
    const clock = createClock()
    let answer: unknown = 'none yet'
    void ask(withTimeLimit(silent, clock)).then((outcome) => {
      answer = outcome
    })
    // The clock goes on meanwhile, on a busy machine by seconds.
    clock.advance(20_000)
    await settle()
    expect(answer).toBe('none yet')
    clock.advance(10_000)
    await settle()
    expect(answer).toEqual({ outcome: 'unknown' })
  },
)

test('the time limit passes on an answer, or an error, that arrives in time', async () => {
  const clock = createClock()
  const done = { outcome: 'done', retrieval_reference: '1' } as const
  const limited = withTimeLimit(
    { ...silent, capture: async () => done, void: () => Promise.reject(new Error('connection reset')) },
    clock,
  )
  expect(await limited.capture(paymentRef('pmt_1'), 1)).toEqual(done)
  await expect(limited.void(paymentRef('pmt_1'))).rejects.toThrow('connection reset')
})

test('an answer due before the time limit is passed on when the clock is moved past both at once', async () => {
  const clock = createClock()
  const done = { outcome: 'done', retrieval_reference: '1' } as const
  const slow = async () => {
    await new Promise<void>((resolve) => void clock.after(150, resolve))
    return done
  }
  const answer = withTimeLimit({ ...silent, void: slow }, clock).void(paymentRef('pmt_1'))
  clock.advance(60_000)
  expect(await answer).toEqual(done)
})
