import { isMissingOperation } from '../src-shared/api/client.ts'
import type { CommandRefusal } from '../src-shared/pos/refusals.ts'
import { detailOf, reasonOf, type TerminalFailure } from './terminal/failures.ts'

/** Why a window does not get what the payment service was asked for. Of a lost answer it is not said what was done. */
export function serviceRefusal(failure: TerminalFailure): CommandRefusal {
  const message = detailOf(failure)
  if (reasonOf(failure) === 'service_unreachable') return { code: 'service_away', message }
  // The terminal could not be asked: somebody else has it, or it is away.
  if (failure.kind === 'not_sent') return { code: 'not_available', message }
  if (isMissingOperation(failure)) return { code: 'not_offered', message }
  const isUnknown = failure.kind === 'refused' && failure.status === 404
  return { code: isUnknown ? 'not_found' : 'service_refused', message }
}
