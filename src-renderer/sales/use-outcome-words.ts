import { useTranslation } from '../i18n/use-translation.ts'
import type { PrintOutcome } from './print-on-terminal.ts'

/** Outcome of printing, saving or sending a receipt again, with the cards concerned or the reason. */
export interface ReceiptWayOutcome {
  readonly kind: PrintOutcome['kind'] | 'saved' | 'savedIncomplete' | 'sent' | 'sendFailed' | 'emailWrong'
  readonly detail: string
}

/** Formats an outcome as text. */
export function useOutcomeWords(): (outcome: ReceiptWayOutcome) => string {
  const { t } = useTranslation('sales')
  return ({ kind, detail }) => `${t(`outcome.${kind}`)} ${detail}`.trim()
}
