import { type Language, moneyIn, percentIn } from '../../language.ts'
import { printedCard } from '../../payments/card-name.ts'
import { assertNever } from '../../result.ts'
import type { ShownOutcome } from '../sale/sale-events.ts'

const words = {
  en: {
    approved: (amount: string) => `Approved\n${amount}`,
    declined: 'Declined\nThe card was not charged.',
    voided: (amount: string) => `Voided\nThe card is not charged ${amount}.`,
    surcharge: (percent: string, fee: string, total: string) =>
      `Credit card surcharge ${percent}: ${fee}\nTotal: ${total}\nDo you agree?`,
    savedCard: (card: string, total: string) => `Charge your saved card?\n${card}\n${total}`,
    keepCard: (card: string) => `Keep this card for later?\n${card}\nYou agree to each charge.`,
  },
  es: {
    approved: (amount: string) => `Aprobado\n${amount}`,
    declined: 'Rechazado\nNo se cobró a la tarjeta.',
    voided: (amount: string) => `Anulado\nNo se cobran ${amount} a la tarjeta.`,
    surcharge: (percent: string, fee: string, total: string) =>
      `Recargo por tarjeta de crédito ${percent}: ${fee}\nTotal: ${total}\n¿Está de acuerdo?`,
    savedCard: (card: string, total: string) => `¿Cobrar a su tarjeta guardada?\n${card}\n${total}`,
    keepCard: (card: string) => `¿Guardar esta tarjeta?\n${card}\nUsted acepta cada cobro.`,
  },
  fr: {
    approved: (amount: string) => `Approuvé\n${amount}`,
    declined: 'Refusé\nLa carte n’a pas été débitée.',
    voided: (amount: string) => `Annulé\nLa carte n’est pas débitée de ${amount}.`,
    surcharge: (percent: string, fee: string, total: string) =>
      `Supplément carte de crédit ${percent}\u00a0: ${fee}\nTotal\u00a0: ${total}\nÊtes-vous d’accord\u00a0?`,
    savedCard: (card: string, total: string) => `Débiter votre carte enregistrée\u00a0?\n${card}\n${total}`,
    keepCard: (card: string) => `Enregistrer cette carte\u00a0?\n${card}\nVous acceptez chaque débit.`,
  },
} as const

/** The text about the outcome of a payment, for the terminal's display. */
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

/** The question for the customer before a surcharge is added. Amounts are cents. */
export function surchargePrompt(
  language: Language,
  { percent, surcharge, total, currency }: SurchargeAsked,
): string {
  const money = (amount: number) => moneyIn(language, currency, amount)
  return words[language].surcharge(percentIn(language, percent), money(surcharge), money(total))
}

interface SurchargeAsked {
  readonly percent: number
  readonly surcharge: number
  readonly total: number
  readonly currency: string
}

interface CardShown {
  readonly brand: string
  readonly last_four: string
}

/** Asks for consent to charge a card that is not presented. The amount is in cents. */
export const savedCardPrompt = (
  language: Language,
  { total, currency, ...card }: CardShown & { readonly total: number; readonly currency: string },
): string =>
  words[language].savedCard(printedCard(card.brand, card.last_four), moneyIn(language, currency, total))

/** Asks for consent to save the card that was just read. */
export const keepCardPrompt = (language: Language, card: CardShown): string =>
  words[language].keepCard(printedCard(card.brand, card.last_four))
