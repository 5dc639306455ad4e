import type { Clock } from '../time/clock.ts'
import type { Processor } from './processor.ts'

/**
 * Adds a time limit to each answer of the processor, after which it is `unknown`, so that neither a payment in flight
 * nor the repair pass can hang for ever. A later answer is found by the next inquiry.
 */
export function withTimeLimit(processor: Processor, clock: Clock): Processor {
  const limited = async <Answer>(
    limitMs: number,
    answer: Promise<Answer>,
  ): Promise<Answer | typeof unknown> => {
    let callOff = () => {}
    const timeIsUp = new Promise<typeof unknown>((resolve) => {
      // Deferred, so that an answer that became due at the same moment, when the clock was advanced, is handled first.
      callOff = clock.after(limitMs, () => setImmediate(() => resolve(unknown)))
    })
    try {
      return await Promise.race([answer, timeIsUp])
    } finally {
      callOff()
    }
  }
  const { authorizeMs, followUpMs, inquireMs, verifyMs } = processor.limits
  const { terminals } = processor
  return {
    ...processor,
    ...(terminals === undefined
      ? {}
      : {
          terminals: { ...terminals, sell: (sale) => limited(terminals.limitMs, terminals.sell(sale)) },
        }),
    authorize: (request) => limited(authorizeMs, processor.authorize(request)),
    tokenize: (request) => limited(inquireMs, processor.tokenize(request)),
    verify: (request) => limited(verifyMs, processor.verify(request)),
    capture: (payment, amount) => limited(followUpMs, processor.capture(payment, amount)),
    void: (payment, only) => limited(followUpMs, processor.void(payment, only)),
    refund: (payment, refund) => limited(followUpMs, processor.refund(payment, refund)),
    inquire: (payment) => limited(inquireMs, processor.inquire(payment)),
    inquireRefund: (payment, refund) => limited(inquireMs, processor.inquireRefund(payment, refund)),
    clear: (payment) => limited(inquireMs, processor.clear(payment)),
    async *reports(since) {
      const entries = processor.reports(since)[Symbol.asyncIterator]()
      try {
        for (;;) {
          const next = await limited(inquireMs, entries.next())
          if ('outcome' in next) throw new Error('the processor does not go on with its reports')
          if (next.done === true) return
          yield next.value
        }
      } finally {
        // Not awaited: a processor that hangs does not answer this either.
        entries.return?.().catch(() => undefined)
      }
    },
  }
}

const unknown = { outcome: 'unknown' } as const
