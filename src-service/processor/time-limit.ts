import type { Clock } from '../clock.ts'
import type { Processor } from './processor.ts'

/** A processor that has not answered by then is not waited for, ms. */
const processorLimitMs = 30_000

/**
 * The processor, at most 30 s for each answer; then it is `unknown`. Nothing may hang on it for ever: neither a
 * payment that is in flight, nor the repair pass. What it answers later is left to the next inquiry.
 */
export function withTimeLimit(processor: Processor, clock: Clock): Processor {
  const limited = async <Answer>(answer: Promise<Answer>): Promise<Answer | typeof unknown> => {
    let callOff = () => {}
    const timeIsUp = new Promise<typeof unknown>((resolve) => {
      // Not at once: where the clock was moved, an answer that fell due before is heard first.
      callOff = clock.after(processorLimitMs, () => setImmediate(() => resolve(unknown)))
    })
    try {
      return await Promise.race([answer, timeIsUp])
    } finally {
      callOff()
    }
  }
  return {
    name: processor.name,
    authorize: (request) => limited(processor.authorize(request)),
    capture: (paymentId, amount) => limited(processor.capture(paymentId, amount)),
    void: (paymentId) => limited(processor.void(paymentId)),
    refund: (paymentId, refundId, amount) => limited(processor.refund(paymentId, refundId, amount)),
    inquire: (paymentId) => limited(processor.inquire(paymentId)),
    clear: (paymentId) => limited(processor.clear(paymentId)),
  }
}

const unknown = { outcome: 'unknown' } as const
