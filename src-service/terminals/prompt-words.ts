import type { Language } from '../../src-shared/language.ts'
import { questionWords } from '../../src-shared/terminal/question-words.ts'

/** Texts that the service has a terminal show. All other texts on its screen are the terminal's own. */
export interface PromptWords {
  readonly sign: string
  readonly tip: string
  readonly phone: string
  readonly amount: string
  readonly monthAndYear: string
  readonly input: string
  readonly approved: string
  readonly partlyApproved: string
  readonly declined: string
  readonly notCharged: string
  readonly noAnswerYet: string
}

export const promptWords: Readonly<Record<Language, PromptWords>> = {
  en: {
    sign: 'Please sign',
    ...questionWords.en,
    amount: 'Enter the amount',
    monthAndYear: 'Month and year',
    input: 'Please enter',
    approved: 'Approved',
    partlyApproved: 'Partly approved',
    declined: 'Declined',
    notCharged: 'The card was not charged.\nPlease ask the cashier.',
    noAnswerYet: 'No answer from the bank yet.\nPlease ask the cashier.',
  },
  es: {
    sign: 'Firme, por favor',
    ...questionWords.es,
    amount: 'Escriba el importe',
    monthAndYear: 'Mes y año',
    input: 'Escriba, por favor',
    approved: 'Aprobado',
    partlyApproved: 'Aprobado en parte',
    declined: 'Rechazado',
    notCharged: 'No se cobró a la tarjeta.\nPregunte en caja, por favor.',
    noAnswerYet: 'El banco aún no responde.\nPregunte en caja, por favor.',
  },
  fr: {
    sign: 'Veuillez signer',
    ...questionWords.fr,
    amount: 'Saisissez le montant',
    monthAndYear: 'Mois et année',
    input: 'Veuillez saisir',
    approved: 'Approuvé',
    partlyApproved: 'Approuvé en partie',
    declined: 'Refusé',
    notCharged: 'La carte n’a pas été débitée.\nAdressez-vous à la caisse.',
    noAnswerYet: 'La banque n’a pas encore répondu.\nAdressez-vous à la caisse.',
  },
}
