import type { PaymentEntry, SaleIn, SaleStep } from '../../src-shared/pos/sale/sale.ts'

/** What the customer does, in order: keys of `journey.*` in the language files. */
export type Milestone = 'tip' | 'amount' | 'card' | 'consent' | 'card_details' | 'bank' | 'finish'

/** The milestones of a sale. A card that is typed is not confirmed separately: the amount stands above it. */
export function milestones(
  entry: PaymentEntry,
  asksTip: boolean,
  asksConsent = false,
  isSaved = false,
): readonly Milestone[] {
  const tip: readonly Milestone[] = asksTip ? ['tip'] : []
  if (isSaved) return [...tip, 'consent', 'bank', 'finish']
  // The card is read before the amount is agreed to.
  if (asksConsent) return [...tip, 'card', 'consent', 'bank', 'finish']
  return entry === 'manual'
    ? [...tip, 'card_details', 'bank', 'finish']
    : [...tip, 'amount', 'card', 'bank', 'finish']
}

/** Where a step of the terminal lies on the way. Null is the time before the terminal's first word. */
export function milestoneOf(step: SaleStep | null, entry: PaymentEntry): Milestone {
  const card: Milestone = entry === 'manual' ? 'card_details' : 'card'
  switch (step) {
    case null:
    // Nothing of this attempt has begun.
    case 'take_card_out_first':
    case 'confirming_amount':
      return entry === 'manual' ? 'card_details' : 'amount'
    case 'choosing_tip':
      return 'tip'
    case 'waiting_for_card':
    case 'entering_card':
    case 'card_inserted':
    case 'card_tapped':
    case 'card_swiped':
    case 'pin_entry':
      return card
    case 'authorizing':
      return 'bank'
    case 'remove_card':
    case 'card_removed':
    case 'approved':
    case 'declined':
    case 'signing':
    case 'printing':
      return 'finish'
  }
}

/** The words for where the customer is. The card that is in the way is the declined one, or the last customer's. */
export const stepWords = ({ step, sale }: Pick<SaleIn<'authorizing' | 'reading_card'>, 'step' | 'sale'>) =>
  step === 'take_card_out_first' && sale.failed_payments.length > 0
    ? 'step.take_declined_card_out'
    : (`step.${step ?? 'none'}` as const)
