import type { Cents } from '../../../src-shared/money.ts'
import type { AnswerDetails, Decision, Funding, TerminalCard } from '../decision.ts'
import type { BankData } from '../payment-source.ts'
import {
  acceptedText,
  approvedCode,
  approvedOfflineText,
  approvedText,
  meaningOf,
  retryableOf,
} from './response-codes.ts'

/** A decision of either sandbox bank, as stored in its data. */
export interface Decided {
  readonly code: string
  readonly rail: 'card' | BankData['rail']
  readonly approved: Cents
  readonly auth_code: string
  readonly retrieval_reference: string
  readonly avs: string | null
  readonly cvv: string | null
  readonly offline: boolean
  readonly funding: Funding
  readonly card_present: boolean
  readonly batch_id: string | null
  /** The card, if one of the bank's own terminals read it. */
  readonly card?: TerminalCard | null
}

/** Returns the answer to an authorization, and to every inquiry about it. */
export function decisionOf(decided: Decided): Decision {
  const { code, rail, retrieval_reference, avs, cvv } = decided
  if (code === approvedCode && rail !== 'card') {
    return { outcome: 'pending', retrieval_reference, response_code: code, response_text: acceptedText }
  }
  const answer = { response_code: code, retrieval_reference, avs, cvv, ...detailsOf(decided) }
  if (code === approvedCode) {
    return {
      outcome: 'approved',
      amount_authorized: decided.approved,
      auth_code: decided.auth_code,
      response_text: decided.offline ? approvedOfflineText : approvedText,
      ...answer,
    }
  }
  const { category, text } = meaningOf(code)
  return { outcome: 'declined', response_text: text, category, retryable: retryableOf(category), ...answer }
}

/** Answer codes for the chip when the decision was made in place of the issuer (EMV Book 4, tag 8A). */
const offlineCodes = { approved: 'Y3', declined: 'Z3' } as const

function detailsOf({ code, offline, funding, card_present, batch_id, card = null }: Decided): AnswerDetails {
  const approved = code === approvedCode
  const answerCode = offline ? offlineCodes[approved ? 'approved' : 'declined'] : approved ? '00' : null
  return {
    funding,
    // When this service's terminal read the card, the bank does not know how.
    entry_mode: card?.entry_mode ?? (card_present ? null : 'keyed'),
    emv: card_present && answerCode !== null ? { ARC: answerCode } : null,
    receipt: offline && approved ? { footer: approvedOfflineText } : null,
    batch_id,
    card,
  }
}
