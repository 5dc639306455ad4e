import type { Attempt, DeliveryDocument, EndpointDocument } from './documents.ts'
import type { Posted } from './post-webhook.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Delay after each failed attempt, in ms: with the first one, ten attempts in slightly more than three days. */
export const retryDelaysMs: readonly number[] = [
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hourMs),
]
/** Maximum random extra delay, as a fraction: spreads the retries of deliveries that failed at the same time. */
const mostJitter = 0.1
/** An endpoint that has failed for this long, in ms, is disabled. */
export const failingLimitMs = 5 * 24 * hourMs
const attemptsKept = 20

/** An answer of the endpoint, or none. */
export type Answer = Exclude<Posted, { readonly outcome: 'stopped' }>

export interface Tried {
  readonly answer: Answer
  /** When the attempt began, in ms of verified time. */
  readonly at: number
  readonly durationMs: number
  /** In [0, 1). */
  readonly jitter: number
}

/**
 * @returns why it does not count as delivered; null when it does. A redirect is a failure, because it is not followed.
 */
export function failureOf(answer: Answer): string | null {
  if (answer.outcome === 'no_answer') return answer.error
  if (answer.status >= 200 && answer.status < 300) return null
  if (answer.status >= 300 && answer.status < 400)
    return `answered ${answer.status}: redirects are not followed`
  return `answered ${answer.status}`
}

export function afterAttempt(
  delivery: DeliveryDocument,
  { answer, at, durationMs, jitter }: Tried,
  now: number,
): DeliveryDocument {
  const error = failureOf(answer)
  const attempt: Attempt = {
    ...{ at, error, duration_ms: durationMs },
    status_code: answer.outcome === 'answered' ? answer.status : null,
  }
  const tries = delivery.tries + 1
  const next = { ...delivery, tries, attempts: [...delivery.attempts, attempt].slice(-attemptsKept) }
  if (error === null) return { ...next, status: 'delivered', due_at: null }
  const delay = retryDelaysMs[tries - 1]
  if (delay === undefined) return { ...next, status: 'failed', due_at: null }
  return { ...next, status: 'pending', due_at: Math.round(now + delay * (1 + mostJitter * jitter)) }
}

/**
 * Returns an endpoint after an attempt: it is disabled by status 410 (Gone) and after five days of failures.
 * @param now in ms of verified time
 * @returns the document itself when nothing changes
 */
export function endpointAfter(endpoint: EndpointDocument, answer: Answer, now: number): EndpointDocument {
  if (endpoint.status === 'disabled') return endpoint
  if (failureOf(answer) === null) {
    return endpoint.failing_since === null ? endpoint : { ...endpoint, failing_since: null }
  }
  const failing_since = endpoint.failing_since ?? now
  if (answer.outcome === 'answered' && answer.status === 410) {
    return { ...endpoint, failing_since, status: 'disabled', disabled_reason: 'gone' }
  }
  if (now - failing_since >= failingLimitMs) {
    return { ...endpoint, failing_since, status: 'disabled', disabled_reason: 'failing' }
  }
  return endpoint.failing_since === null ? { ...endpoint, failing_since } : endpoint
}
