import { useTranslation } from '../i18n/use-translation.ts'
import type { PrintOutcome } from './print-on-terminal.ts'

/** What became of a receipt that was printed, saved or sent once more, and of which cards, or why. */
export interface ReceiptWayOutcome {
  readonly kind: PrintOutcome['kind'] | 'saved' | 'savedIncomplete' | 'sent' | 'sendFailed' | 'emailWrong'
  readonly detail: string
}

/** An outcome as it stands on the screen. */
export function useOutcomeWords(): (outcome: ReceiptWayOutcome) => string {
  const { t } = useTranslation('sales')
  return ({ kind, detail }) => `${t(`outcome.${kind}`)} ${detail}`.trim()
}
