import type { FoundPayment, PaymentHistory } from '../../src-shared/pos/manager/manager.ts'

/** The state of a payment as shown to a manager: keys of `status.*` in the language files. */
export const paymentWords = [
  'paid',
  'partly_returned',
  'returned',
  'authorized',
  'processing',
  'pending',
  'declined',
  'not_paid',
  'voided',
  'cancelled',
  'failed',
] as const
export type PaymentWord = (typeof paymentWords)[number]

/** States that still need an action or an answer; the others are final. Keys of `status.next.*`. */
const openWords = ['authorized', 'processing', 'pending', 'declined', 'not_paid', 'failed'] as const
type OpenWord = (typeof openWords)[number]
export const openWord = (word: PaymentWord): OpenWord | null => openWords.find((one) => one === word) ?? null

/** The next step that a person can take now; the list shows it too. */
export const nextInList = (word: PaymentWord): OpenWord | null => {
  const open = openWord(word)
  return open === 'pending' || open === 'failed' ? null : open
}

export type StatusTone = 'good' | 'accent' | 'wait' | 'bad' | 'calm'

export const toneOf: Readonly<Record<PaymentWord, StatusTone>> = {
  paid: 'good',
  partly_returned: 'good',
  returned: 'calm',
  authorized: 'accent',
  processing: 'wait',
  pending: 'wait',
  declined: 'bad',
  not_paid: 'calm',
  voided: 'calm',
  cancelled: 'calm',
  failed: 'bad',
}

type Standing = Pick<
  FoundPayment,
  'status' | 'amount_captured' | 'amount_refunded' | 'declined' | 'last_four'
>

export function paymentWord(row: Standing): PaymentWord {
  switch (row.status) {
    case 'captured':
      if (row.amount_refunded === 0) return 'paid'
      return row.amount_refunded >= row.amount_captured ? 'returned' : 'partly_returned'
    case 'uncaptured':
      return 'authorized'
    case 'created':
      return row.declined ? 'declined' : 'not_paid'
    // A card that was authorized and then released differs from an unpaid sale.
    case 'cancelled':
      return row.last_four !== null && !row.declined ? 'voided' : 'cancelled'
    case 'processing':
    case 'pending':
    case 'failed':
      return row.status
  }
}

/** The same for a payment with its whole history. */
export function wordOf({ intent, payments }: PaymentHistory): PaymentWord {
  const latest = payments[0] ?? null
  return paymentWord({
    status: intent.status,
    amount_captured: intent.amount_captured,
    amount_refunded: intent.amount_refunded,
    declined: latest?.status === 'failed' || latest?.status === 'rejected',
    last_four: latest?.payment_method?.card?.last_four_digits ?? null,
  })
}
