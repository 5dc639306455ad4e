import type { Payment } from '../api/schemas/payment.ts'
import type { Cents } from '../money.ts'

/** Whether the card's bank authorized less than the amount; the customer owes the rest. */
export const isPartialApproval = ({
  amount,
  amount_authorized,
}: Pick<Payment, 'amount' | 'amount_authorized'>): boolean => amount_authorized < amount

/** Cents that the customer still owes after `approved` of `due`. */
export const balanceDue = (due: Cents, approved: Cents): Cents => Math.max(due - approved, 0)
