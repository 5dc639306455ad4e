import { isMissingOperation } from '../../src-shared/api/client.ts'
import type { CommandRefusal, RefusalCode } from '../../src-shared/pos/refusals.ts'
import { detailOf, reasonOf, type TerminalFailure } from './failures.ts'

/**
 * The reason shown to a window for a failed request to the payment service, or through it to a terminal. After a lost
 * answer it does not claim whether the request was done.
 */
export function serviceRefusal(failure: TerminalFailure): CommandRefusal {
  return { code: codeOf(failure), message: detailOf(failure) }
}

function codeOf(failure: TerminalFailure): RefusalCode {
  const reason = reasonOf(failure)
  switch (reason) {
    case 'service_unreachable':
      return 'service_away'
    case 'terminal_not_connected':
      return 'terminal_away'
    case 'terminal_in_use':
    case 'taken_over':
      return 'terminal_in_use'
    case 'timed_out':
    case 'cancelled_by_customer':
    case 'cancelled_by_cashier':
      return 'terminal_no_answer'
    default:
  }
  if (failure.kind !== 'refused') return 'not_available'
  if (isMissingOperation(failure)) return 'not_offered'
  return failure.status === 404 ? 'not_found' : 'service_refused'
}
