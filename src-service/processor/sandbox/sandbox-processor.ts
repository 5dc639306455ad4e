import { type Clock, isoTime } from '../../time/clock.ts'
import { type Decision, type Inquiry, noDetails } from '../decision.ts'
import type { AuthorizeRequest, Processor } from '../processor.ts'
import { decisionOf } from './decision.ts'
import { capture, clear, inquireRefund, refund, returnRefund, voidPayment } from './follow-ups.ts'
import { keepSource } from './kept-sources.ts'
import type { LedgerEntry, SandboxLedger } from './ledger.ts'
import { outcomeOf } from './outcome.ts'
import { authCodeOf, retrievalReferenceOf } from './references.ts'
import { approvedCode } from './response-codes.ts'
import { unknownForEver } from './test-cards.ts'
import { verifySource } from './verify-source.ts'

export interface SandboxOptions {
  readonly clock: Clock
  readonly ledger: SandboxLedger
  /** Delay of each answer, in ms of the service's clock; 0: none. */
  readonly latencyMs?: number
}

/** Long enough to be visible on the screens, short enough not to annoy. */
const defaultLatencyMs = 150
const limitMs = 30_000
const verifies = ['card', 'us_bank_ach', 'ca_bank_eft'] as const

/** A processor that decides by its tables (docs/sandbox.md) and loses nothing. No money moves. */
export function createSandboxProcessor(options: SandboxOptions): Processor {
  const { clock, ledger, latencyMs = defaultLatencyMs } = options
  const travel = (): Promise<void> =>
    latencyMs === 0 ? Promise.resolve() : new Promise((resolve) => void clock.after(latencyMs, resolve))
  /** Delays each request, then executes it in one step. */
  const answer = async <Answer>(work: () => Answer): Promise<Answer> => {
    await travel()
    return work()
  }
  /** The same for requests about a payment, whose entry is on disk before the answer. */
  const answerAbout = async <Answer>(paymentId: string, work: () => Answer): Promise<Answer> => {
    await travel()
    const answered = work()
    // Called immediately, because a failed write is dropped from the pending ones.
    await ledger.written(paymentId)
    return answered
  }
  return {
    name: 'sandbox',
    capabilities: { voidClosesUnknown: true, repeatsRefunds: true, keeps: 'tokens', verifies },
    limits: { authorizeMs: limitMs, followUpMs: limitMs, inquireMs: limitMs, verifyMs: limitMs },
    authorize: (request) =>
      answerAbout(request.payment_id, () => {
        const known = ledger.find(request.payment_id)
        if (known?.voided) return closed(retrievalReferenceOf(known.sequence, known.decided_at))
        if (known !== null) return answerOf(known, clock.now())
        const entry = newEntry(request, ledger.nextSequence(), clock.now())
        ledger.save(entry)
        return answerOf(entry, clock.now())
      }),
    tokenize: ({ source }) => answer(() => keepSource(source, null)),
    verify: ({ source }) => answer(() => verifySource(source, clock.now())),
    inquire: ({ payment_id }) =>
      answerAbout(payment_id, (): Inquiry => {
        const entry = ledger.find(payment_id)
        if (entry === null) return { outcome: 'not_found' }
        if (clock.now() < (entry.unknown_until?.void ?? 0)) return { outcome: 'unknown' }
        if (entry.voided) return { outcome: 'voided' }
        return answerOf(entry, clock.now())
      }),
    capture: ({ payment_id }, amount) =>
      answerAbout(payment_id, () => capture(ledger, payment_id, amount, clock.now())),
    void: ({ payment_id }) => answerAbout(payment_id, () => voidPayment(ledger, payment_id, clock.now())),
    refund: ({ payment_id: paymentId }, { refund_id: refundId, amount }) =>
      answerAbout(paymentId, () => refund(ledger, { paymentId, refundId, amount }, clock.now())),
    inquireRefund: ({ payment_id }, { refund_id }) =>
      answerAbout(payment_id, () => inquireRefund(ledger, payment_id, refund_id, clock.now())),
    clear: ({ payment_id }) => answerAbout(payment_id, () => clear(ledger, payment_id)),
    async *reports(since) {
      yield* await answer(() => ledger.reportsSince(since))
    },
    addReport: (entry) => answer(() => ledger.addReport(entry)),
    returnRefund: ({ payment_id }, { refund_id }) =>
      answerAbout(payment_id, () => returnRefund(ledger, payment_id, refund_id)),
  }
}

function newEntry(request: AuthorizeRequest, sequence: number, now: number): LedgerEntry {
  const outcome = outcomeOf(request, now)
  const approved = outcome.code === approvedCode
  return {
    payment_id: request.payment_id,
    sequence,
    decided_at: now,
    authorization: {
      code: outcome.code,
      rail: outcome.rail,
      return_code: outcome.returnCode,
      never_clears: outcome.neverClears,
      offline: outcome.offline,
      amount_authorized: outcome.amountAuthorized,
      // 0, not the current time: setting the clock back must not make a known outcome unknown.
      unknown_until: outcome.unknownForMs === 0 ? 0 : Math.min(now + outcome.unknownForMs, unknownForEver),
      auth_code: request.auth_code ?? authCodeOf(sequence),
      retrieval_reference: retrievalReferenceOf(sequence, now),
      avs: outcome.avs,
      cvv: outcome.cvv,
      funding: outcome.funding,
      card_present: request.card_present,
    },
    // A bank debit is captured when it clears.
    captured: approved && request.capture && outcome.rail === 'card' ? outcome.amountAuthorized : null,
    voided: false,
    refunds: {},
  }
}

/** @param now ms; decides whether the outcome is known yet. */
function answerOf(entry: LedgerEntry, now: number): Decision {
  const { authorization, captured, sequence, decided_at } = entry
  if (authorization === null) return closed(retrievalReferenceOf(sequence, decided_at))
  if (now < authorization.unknown_until) return { outcome: 'unknown' }
  return decisionOf({
    approved: authorization.amount_authorized,
    batch_id: captured === null ? null : batchOf(decided_at),
    offline: false,
    funding: 'unknown',
    card_present: false,
    ...authorization,
  })
}

/** Returns the batch: one per day. @param at ms */
const batchOf = (at: number): string => isoTime(at).slice(0, 10).replaceAll('-', '')

/** Returns the answer to an authorization that arrives after its void. */
const closed = (retrieval_reference: string): Decision => ({
  outcome: 'declined',
  response_code: '909',
  response_text: 'The payment was voided before it arrived',
  category: 'processing_error',
  retryable: 'later',
  ...noDetails,
  retrieval_reference,
  avs: null,
  cvv: null,
})
