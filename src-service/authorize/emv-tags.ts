import type { EntryMode, Payment } from '../../src-shared/api/schemas/payment.ts'
import { isTap } from '../../src-shared/payments/entry-mode.ts'
import type { ChipData } from '../../src-shared/terminal/messages.ts'
import { brandOf } from './card-brand.ts'

/** Statements about cardholder verification that do not depend on the issuer's answer. None for a signature. */
const verificationStatements: Readonly<Record<ChipData['verification'], string | null>> = {
  pin: null,
  signature: null,
  none: 'No signature required',
  device: 'Verified by device',
}

/** Placeholder for the statement until the issuer has accepted the PIN. */
const pinEntered = 'PIN entered'
const pinVerified = 'Verified by PIN'

/**
 * Section 2.3, emv_tag_data: returns a JSON string with the chip's tags from before the issuer's answer. A magnetic
 * stripe contributes only that a PIN was entered; without one, and for keyed cards, it is empty.
 */
export function emvTagData(
  chip: ChipData | null,
  entryMode: EntryMode,
  cardNumber: string,
  pin = false,
): string {
  if (chip === null && !pin) return ''
  const withPin = pin || chip?.verification === 'pin'
  const statement = withPin ? pinEntered : chip === null ? null : verificationStatements[chip.verification]
  return JSON.stringify({
    ...(chip === null ? {} : chipTags(chip)),
    ...(statement === null ? {} : { CVM: statement }),
    'Network Label': brandOf(cardNumber),
    Mode: isTap(entryMode) ? 'Contactless' : 'Issuer',
  })
}

const chipTags = (chip: ChipData) => ({
  TVR: chip.tvr,
  TSI: chip.tsi,
  AID: chip.aid,
  IAD: chip.iad,
  ARC: chip.arc,
  'Application Label': chip.application_label,
  'Application Preferred Name': chip.application_preferred_name,
  'Application Cryptogram': chip.cryptogram,
})

/** The parts of the processor's answer that concern the chip. */
interface StatedTags {
  /** Tags reported by the processor. */
  readonly emv?: Readonly<Record<string, string>> | null
}
export type IssuerAnswer =
  | (StatedTags & { readonly outcome: 'approved' })
  | (StatedTags & { readonly outcome: 'declined'; readonly response_code: string; readonly category: string })

/**
 * Completes the tags with the issuer's answer: ARC is its code, and `PIN` is set only when a PIN was entered and the
 * payment approved, because a decline does not prove that it was right.
 */
export function issuerAnswered(
  payment: Payment,
  answer: IssuerAnswer,
): Pick<Payment, 'emv_tag_data' | 'terminal_details'> {
  const { terminal_details: terminal } = payment
  const emv_tag_data = completed(payment.emv_tag_data, answer)
  return {
    emv_tag_data,
    terminal_details: terminal === null ? null : { ...terminal, emv_tag_data: emv_tag_data ?? '' },
  }
}

function completed(emvTags: string | null, answer: IssuerAnswer): string | null {
  if (emvTags === null || emvTags === '') return emvTags
  const { CVM: statement, ...tags } = JSON.parse(emvTags) as Readonly<Record<string, string>>
  return JSON.stringify({
    ...tags,
    ARC: authorizationResponseCode(answer),
    ...answer.emv,
    ...(statement === undefined || statement === pinEntered ? {} : { CVM: statement }),
    ...(statement === pinEntered && answer.outcome === 'approved' ? { PIN: pinVerified } : {}),
  })
}

/** ISO 8583 response codes by decline category, for processors with other codes. */
const codeByCategory: Readonly<Record<string, string>> = {
  call_issuer: '01',
  invalid_merchant: '03',
  pickup_card: '04',
  do_not_honor: '05',
  invalid_amount: '13',
  invalid_number: '14',
  lost_card: '41',
  stolen_card: '43',
  insufficient_funds: '51',
  expired_card: '54',
  incorrect_pin: '55',
  transaction_not_allowed: '57',
  suspected_fraud: '59',
  limit_exceeded: '61',
  restricted_card: '62',
  velocity_exceeded: '65',
  pin_tries_exceeded: '75',
  card_not_active: '78',
  incorrect_cvv: '82',
  issuer_unavailable: '91',
  processing_error: '96',
}

/** Tag 8A: two characters. */
function authorizationResponseCode(answer: IssuerAnswer): string {
  if (answer.outcome === 'approved') return '00'
  if (/^[0-9A-Z]{2}$/.test(answer.response_code)) return answer.response_code
  return codeByCategory[answer.category] ?? '05'
}
