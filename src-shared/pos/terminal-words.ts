import { type Language, moneyIn } from '../language.ts'
import { assertNever } from '../result.ts'
import type { ShownOutcome } from './sale-events.ts'

const words = {
  en: {
    approved: (amount: string) => `Approved\n${amount}`,
    declined: 'Declined\nThe card was not charged.',
    voided: (amount: string) => `Voided\nThe card is not charged ${amount}.`,
  },
  es: {
    approved: (amount: string) => `Aprobado\n${amount}`,
    declined: 'Rechazado\nNo se cobró a la tarjeta.',
    voided: (amount: string) => `Anulado\nNo se cobran ${amount} a la tarjeta.`,
  },
  fr: {
    approved: (amount: string) => `Approuvé\n${amount}`,
    declined: 'Refusé\nLa carte n’a pas été débitée.',
    voided: (amount: string) => `Annulé\nLa carte n’est pas débitée de ${amount}.`,
  },
} as const

/** How a payment ended, in words for the terminal's display. */
export function outcomeText(language: Language, { kind, amount, currency }: ShownOutcome): string {
  const sum = moneyIn(language, currency, amount)
  switch (kind) {
    case 'approved':
      return words[language].approved(sum)
    case 'declined':
      return words[language].declined
    case 'voided':
      return words[language].voided(sum)
    default:
      return assertNever(kind)
  }
}
