import { type Decision, noDetails } from '../../../../src-service/processor/decision.ts'
import type { AuthorizeRequest, Processor } from '../../../../src-service/processor/processor.ts'
import { outcomeOf } from '../../../../src-service/processor/sandbox/outcome.ts'
import { meaningOf } from '../../../../src-service/processor/sandbox/response-codes.ts'
import type { Clock } from '../../../../src-service/time/clock.ts'

/** A processor controlled by a test: it answers at once by the card, or after `release` when it is held. */
export interface TestBank {
  readonly processor: Processor
  readonly asked: AuthorizeRequest[]
  /** Holds all answers until `release`. */
  hold(): void
  release(): void
  /** Sets the amount that is approved; by default all of it. */
  approve(amount: number): void
}

const declined = '4000000000000002'
/** Answers like the sandbox's card without an answer: unknown after the processor's 30 s. */
const unknown = '4000000000050015'

const numberOf = ({ source }: AuthorizeRequest): string | null =>
  source.kind === 'card' ? source.card.number : null

export function createBank(clock: Clock): TestBank {
  const asked: AuthorizeRequest[] = []
  let held: Promise<void> | null = null
  let letGo = () => {}
  let approved: number | null = null
  const decide = (request: AuthorizeRequest): Decision => {
    const answered = {
      ...noDetails,
      retrieval_reference: '100000000001',
      avs: 'Y',
      cvv: 'M',
    }
    const { code } = outcomeOf(request, clock.now())
    const soft = code === '165' || code === '112'
    if (numberOf(request) === declined || soft) {
      return {
        outcome: 'declined',
        response_code: soft ? code : '05',
        response_text: 'Do not honor',
        category: soft ? meaningOf(code).category : 'do_not_honor',
        retryable: soft ? 'now' : 'later',
        ...answered,
      }
    }
    return {
      outcome: 'approved',
      amount_authorized: approved ?? request.amount,
      auth_code: 'OK1234',
      response_code: '00',
      response_text: 'Approval',
      ...answered,
    }
  }
  const refuse = () => Promise.reject(new Error('not part of these tests'))
  return {
    asked,
    hold() {
      held = new Promise((resolve) => {
        letGo = resolve
      })
    },
    release() {
      held = null
      letGo()
    },
    approve(amount) {
      approved = amount
    },
    processor: {
      name: 'sandbox',
      capabilities: { voidClosesUnknown: true, repeatsRefunds: true, keeps: 'nothing', verifies: [] },
      limits: { authorizeMs: 30_000, followUpMs: 30_000, inquireMs: 30_000, verifyMs: 30_000 },
      async authorize(request) {
        asked.push(request)
        await held
        if (numberOf(request) !== unknown) return decide(request)
        await new Promise<void>((resolve) => clock.after(30_000, resolve))
        return { outcome: 'unknown' }
      },
      tokenize: refuse,
      verify: refuse,
      capture: refuse,
      void: refuse,
      refund: refuse,
      inquire: refuse,
      inquireRefund: refuse,
      clear: refuse,
      reports: () => {
        throw new Error('not part of these tests')
      },
    },
  }
}
