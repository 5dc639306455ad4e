import type { Clock } from '../../time/clock.ts'
import type { Decision, Inquiry } from '../decision.ts'
import type { Clearing, FollowUp, RefundInquiry } from '../follow-up.ts'
import type { PaymentReference } from '../payment-reference.ts'
import type { AuthorizeRequest, Processor, RefundReference } from '../processor.ts'
import { returnMessageOf } from '../return-codes.ts'
import { decisionOf } from '../sandbox/decision.ts'
import { keepSource } from '../sandbox/kept-sources.ts'
import { approvedCode } from '../sandbox/response-codes.ts'
import { verifySource } from '../sandbox/verify-source.ts'
import {
  authorize,
  batchOf,
  isPaidBack,
  isRejected,
  isSettled,
  knownOf,
  refund,
  refundsOf,
  rejectionsOf,
  standingOf,
} from './bank.ts'
import type { HarshBooks, Transaction } from './books.ts'
import { type ChooseTrouble, hashedTrouble, type Question, type Trouble, troubleOfAmount } from './trouble.ts'

export interface HarshOptions {
  readonly clock: Clock
  readonly books: HarshBooks
  /** Delay of each answer, in ms of the service's clock; 0: none. */
  readonly latencyMs?: number
  readonly trouble?: ChooseTrouble
}

/**
 * How long after a request a failed look-up proves nothing, in ms: an authorization may take a minute to arrive, a
 * refund five.
 */
const arrivalMs = 60_000
/** Longer for the bank's own terminals, which wait for the customer first. */
const terminalArrivalMs = 300_000
const refundArrivalMs = 300_000

const unknown = { outcome: 'unknown' } as const
const refuse = (code: string, reason: string): FollowUp => ({ outcome: 'refused', code, reason })
const done = ({ reference }: Transaction): FollowUp => ({ outcome: 'done', retrieval_reference: reference })

/**
 * A bank that behaves like real gateways at their worst (docs/sandbox.md): requests and answers get lost,
 * authorizations arrive minutes late, the network duplicates them, refunds are repeated as often as they are requested,
 * and voiding an unknown order has no effect. The service's books and the bank's must agree in the end nevertheless.
 */
export function createHarshProcessor(options: HarshOptions): Processor {
  const { clock, books, latencyMs = 150, trouble = hashedTrouble } = options
  // Uses verified() everywhere: setting the computer's clock does not change the bank's clock.
  const asked = new Map<string, number>()
  const travel = (): Promise<void> =>
    latencyMs === 0 ? Promise.resolve() : new Promise((resolve) => void clock.after(latencyMs, resolve))

  const troubleOf = (question: Question, orderId: string): Trouble => {
    const key = `${question} ${orderId}`
    const nth = asked.get(key) ?? 0
    asked.set(key, nth + 1)
    return trouble(question, orderId, nth)
  }
  /** @param work executes the request, and returns the answer, which may get lost */
  const ask = async <Answer>(
    question: Question,
    orderId: string,
    work: (now: number) => Answer,
  ): Promise<Answer | typeof unknown> => {
    await travel()
    const { kind } = troubleOf(question, orderId)
    if (kind === 'request_lost') return unknown
    const answer = work(clock.verified())
    return kind === 'none' ? answer : unknown
  }

  return {
    name: 'harsh',
    capabilities: { voidClosesUnknown: false, repeatsRefunds: false, keeps: 'profiles', verifies: ['card'] },
    limits: { authorizeMs: 40_000, followUpMs: 40_000, inquireMs: 20_000, verifyMs: 40_000 },

    async authorize(request: AuthorizeRequest): Promise<Decision> {
      books.countSent(request.order_id)
      await travel()
      const befalls = troubleOfAmount(request.amount) ?? troubleOf('authorize', request.order_id)
      const now = clock.verified()
      switch (befalls.kind) {
        case 'request_lost':
          return unknown
        case 'late':
          authorize(books, request, now + befalls.afterMs)
          return unknown
        case 'duplicated':
          authorize(books, request, now)
          authorize(books, request, now)
          return unknown
        case 'answer_lost':
          authorize(books, request, now)
          return unknown
        case 'none':
          return answerOf(authorize(books, request, now))
      }
    },
    tokenize: ({ account_id, source, customer_id }) =>
      ask('tokenize', customer_id ?? account_id, () => keepSource(source, customer_id)),
    verify: ({ order_id, source }) => ask('verify', order_id, (now) => verifySource(source, now)),
    inquire: (payment) => ask('inquire', payment.order_id, (now) => inquire(books, payment, now)),
    capture: (payment, amount) =>
      ask('capture', payment.order_id, (now) => capture(books, payment, amount, now)),
    void: (payment, only) => ask('void', payment.order_id, (now) => voidOrder(books, payment, only, now)),
    async refund(payment, wanted) {
      await travel()
      const befalls = troubleOf('refund', wanted.order_id)
      if (befalls.kind === 'request_lost') return unknown
      const now = clock.verified()
      const answer = refundOrder(books, payment, wanted, now, befalls.kind === 'late' ? befalls.afterMs : 0)
      return befalls.kind === 'none' ? answer : unknown
    },
    inquireRefund: (_, wanted) => ask('inquire', wanted.order_id, (now) => inquireRefund(books, wanted, now)),
    clear: async (payment) => {
      await travel()
      return clear(books, payment, clock.verified())
    },
    async *reports(since) {
      await travel()
      const now = clock.verified()
      const entries = [...books.reportsSince(since), ...rejectionsOf(books, since, now)]
      yield* entries.sort((one, other) => one.reported_at - other.reported_at)
    },
    addReport: async (entry) => books.addReport(entry),
    async returnRefund(_, { order_id }) {
      for (const found of knownOf(books, order_id, clock.verified())) books.save({ ...found, returned: true })
    },
  }
}

const answerOf = (made: Transaction): Decision => {
  const { reference, offline = false, funding = 'unknown', card_present = false, captured_at } = made
  return decisionOf({
    ...made,
    ...{ offline, funding, card_present },
    retrieval_reference: reference,
    batch_id: captured_at === null ? null : String(batchOf(captured_at)),
  })
}

function inquire(books: HarshBooks, { order_id, begun_at, hsn }: PaymentReference, now: number): Inquiry {
  const known = knownOf(books, order_id, now)
  const [last] = known.slice(-1)
  const windowMs = hsn === null ? arrivalMs : terminalArrivalMs
  if (last === undefined) return { outcome: now - begun_at < windowMs ? 'not_yet' : 'not_found' }
  const [first, ...others] = standingOf(books, order_id, now).filter((one) => !isPaidBack(books, one))
  if (first === undefined) return last.code === approvedCode ? { outcome: 'voided' } : answerOf(last)
  const kept = answerOf(first)
  if (others.length === 0 || (kept.outcome !== 'approved' && kept.outcome !== 'pending')) return kept
  return {
    outcome: 'duplicated',
    kept,
    others: others.map(({ reference, approved }) => ({ retrieval_reference: reference, amount: approved })),
  }
}

function capture(books: HarshBooks, { order_id }: PaymentReference, amount: number, now: number): FollowUp {
  const [found] = standingOf(books, order_id, now)
  if (found === undefined) return { outcome: 'not_found' }
  if (found.captured !== null) return refuse('27', `it is already captured, with ${found.captured} cents`)
  if (amount <= 0 || amount > found.approved) return refuse('32', `${found.approved} cents are authorized`)
  books.save({ ...found, captured: amount, captured_at: now })
  return done(found)
}

function voidOrder(
  books: HarshBooks,
  { order_id }: PaymentReference,
  only: string | undefined,
  now: number,
): FollowUp {
  const known = knownOf(books, order_id, now).filter(
    ({ reference }) => only === undefined || reference === only,
  )
  const standing = standingOf(books, order_id, now).filter(({ reference }) =>
    known.some((one) => one.reference === reference),
  )
  const [last] = known.slice(-1)
  if (last === undefined) return { outcome: 'not_found' }
  if (standing.length === 0) {
    return known.some((one) => one.voided)
      ? refuse('334', 'it is already voided')
      : refuse('25', 'it was declined')
  }
  if (standing.some((one) => isSettled(one, now))) return { outcome: 'already_settled' }
  if (standing.some((one) => refundsOf(books, one).length > 0)) {
    return refuse('27', 'a part of it was refunded')
  }
  for (const one of standing) books.save({ ...one, voided: true })
  return done(last)
}

function refundOrder(
  books: HarshBooks,
  { order_id, retrieval_reference }: PaymentReference,
  wanted: RefundReference,
  now: number,
  lateMs: number,
): FollowUp {
  const standing = standingOf(books, order_id, now)
  const paid = standing.find(({ reference }) => reference === retrieval_reference) ?? standing[0]
  if (paid === undefined) return { outcome: 'not_found' }
  if (paid.captured === null) return refuse('28', 'nothing is captured')
  if (!isSettled(paid, now)) return { outcome: 'later' }
  if (isRejected(paid, now)) return refuse('28', 'the settlement rejected it, so no money was taken')
  const before = refundsOf(books, paid).reduce((total, { amount }) => total + amount, 0)
  if (before + wanted.amount > paid.captured) {
    return refuse('46', `only ${paid.captured - before} cents are left to refund`)
  }
  return done(refund(books, paid, wanted, now + lateMs))
}

function inquireRefund(
  books: HarshBooks,
  { order_id, begun_at }: RefundReference,
  now: number,
): RefundInquiry {
  const [found] = knownOf(books, order_id, now)
  if (found !== undefined) return { outcome: 'done', retrieval_reference: found.reference }
  return { outcome: now - begun_at < refundArrivalMs ? 'not_yet' : 'not_found' }
}

function clear(books: HarshBooks, { order_id }: PaymentReference, now: number): Clearing {
  const [found] = standingOf(books, order_id, now)
  // An earlier caller may have been killed before it stored the answer: the return is reported again.
  const debit = found ?? knownOf(books, order_id, now).find(isSentBack)
  if (debit === undefined || debit.rail === 'card') return unknown
  if (debit.return_code !== null) {
    const { return_code } = debit
    books.save({ ...debit, voided: true })
    return { outcome: 'returned', return_code, return_message: returnMessageOf(return_code) }
  }
  if (debit.captured === null)
    books.save({ ...debit, captured: debit.approved, captured_at: debit.arrives_at })
  return { outcome: 'cleared' }
}

const isSentBack = ({ type, code, return_code }: Transaction): boolean =>
  type === 'authorization' && code === approvedCode && return_code !== null
