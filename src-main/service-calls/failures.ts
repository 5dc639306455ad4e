import type { CallFailure } from '../../src-shared/api/client.ts'
import type { StopReason } from '../../src-shared/pos/sale/sale.ts'

/** Why a terminal command failed. `not_sent`: it certainly did not run. */
export type TerminalFailure =
  | CallFailure
  | { readonly kind: 'not_sent'; readonly reason: StopReason; readonly detail: string }

export const isSessionInvalid = (failure: TerminalFailure): boolean =>
  failure.kind === 'refused' && failure.error.code === 'terminal_session_invalid'

export const isInUse = (failure: TerminalFailure): boolean =>
  failure.kind === 'refused' && failure.error.code === 'terminal_in_use'

/** The service does not know the terminal as this account's. */
export const isNotOwned = (failure: TerminalFailure): boolean =>
  failure.kind === 'refused' && failure.error.code === 'hsn_not_owned'

/** The message of the service, or of the network, for the log and for support. */
export function detailOf(failure: TerminalFailure): string {
  switch (failure.kind) {
    case 'refused':
      return failure.error.message
    case 'no_answer':
      return failure.reason
    case 'not_sent':
      return failure.detail
  }
}

/**
 * Whether the service has refused this very request of a sale. Too many requests, a busy lock or an unknown API key are no
 * such refusal: the same request may be sent again. Not the same as `hasReplied`; `refusesAction` is of a manager's
 * actions, and `isDecidedByLedger` of gift cards.
 */
export const refusesThisRequest = (failure: TerminalFailure): boolean =>
  failure.kind === 'refused' &&
  failure.status < 500 &&
  failure.status !== 401 &&
  failure.error.code !== 'idempotency_key_reused' &&
  reasonOf(failure) === 'refused'

/**
 * Whether the service has replied to this request or the former one with the same key, whatever it replied. A server
 * fault is no reply.
 */
export const hasReplied = (failure: TerminalFailure): boolean =>
  failure.kind === 'refused' && failure.status < 500 && failure.error.code !== 'idempotency_in_progress'

/** Why a sale stops because of this, if nothing was charged. */
export function reasonOf(failure: TerminalFailure): StopReason {
  switch (failure.kind) {
    case 'not_sent':
      return failure.reason
    case 'no_answer':
      return 'service_unreachable'
    case 'refused':
      // Cancelled, and another POS holds the terminal now: it was not the customer who cancelled.
      if (failure.error.code === 'terminal_cancelled' && failure.error.held_by !== undefined)
        return 'taken_over'
      return reasonOfCode(failure.error.code)
  }
}

function reasonOfCode(code: string): StopReason {
  switch (code) {
    case 'terminal_timeout':
      return 'timed_out'
    case 'terminal_cancelled':
      return 'cancelled_by_customer'
    case 'terminal_in_use':
      return 'terminal_in_use'
    case 'terminal_not_connected':
    case 'terminal_session_invalid':
    case 'no_terminals':
    case 'hsn_not_owned':
      return 'terminal_not_connected'
    case 'internal':
    case 'overloaded':
    case 'rate_limited':
    case 'lock_timeout':
    // The same request was sent before and is done, or still runs: its result has to be looked up.
    case 'idempotency_in_progress':
    case 'idempotency_answer_lost':
      return 'service_unreachable'
    default:
      return 'refused'
  }
}
