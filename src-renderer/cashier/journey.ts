import type { PaymentEntry, SaleIn, SaleStep } from '../../src-shared/pos/sale/sale.ts'

/** The customer's steps in order: keys of `journey.*` in the language files. */
export type Milestone = 'tip' | 'amount' | 'card' | 'consent' | 'card_details' | 'bank' | 'finish'

/** The milestones of a sale. A typed card has no separate amount step: the amount is shown above the card fields. */
export function milestones(
  entry: PaymentEntry,
  asksTip: boolean,
  asksConsent = false,
  isSaved = false,
): readonly Milestone[] {
  const tip: readonly Milestone[] = asksTip ? ['tip'] : []
  if (isSaved) return [...tip, 'consent', 'bank', 'finish']
  // The card is read before the customer agrees to the amount.
  if (asksConsent) return [...tip, 'card', 'consent', 'bank', 'finish']
  return entry === 'manual'
    ? [...tip, 'card_details', 'bank', 'finish']
    : [...tip, 'amount', 'card', 'bank', 'finish']
}

/** The milestone that a step of the terminal belongs to. A null step is the time before the terminal's first report. */
export function milestoneOf(step: SaleStep | null, entry: PaymentEntry): Milestone {
  const card: Milestone = entry === 'manual' ? 'card_details' : 'card'
  switch (step) {
    case null:
    // This attempt has not begun yet.
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

/** The text key for the customer's step. The card to remove is the declined one, or else the previous customer's. */
export const stepWords = ({ step, sale }: Pick<SaleIn<'authorizing' | 'reading_card'>, 'step' | 'sale'>) =>
  step === 'take_card_out_first' && sale.failed_payments.length > 0
    ? 'step.take_declined_card_out'
    : (`step.${step ?? 'none'}` as const)
