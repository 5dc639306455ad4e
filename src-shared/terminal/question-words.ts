import type { Language } from '../language.ts'

/** The terminal's questions to customers during a sale. Any service shows a prompt that it receives (section 4.4). */
export const questionWords: Readonly<Record<Language, { readonly tip: string; readonly phone: string }>> = {
  en: { tip: 'Add a tip?', phone: 'Your phone number' },
  es: { tip: '¿Desea dejar propina?', phone: 'Su número de teléfono' },
  fr: { tip: 'Ajouter un pourboire\u00a0?', phone: 'Votre numéro de téléphone' },
}
