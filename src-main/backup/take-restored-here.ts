import type { App, Dialog } from 'electron'
import { chooseLanguage, type Language } from '../../src-shared/language.ts'
import { takeRestored } from './take-restored.ts'

const notMoved: Readonly<Record<Language, string>> = {
  en: 'The backup is being restored, and a file could not be moved. Close other programs and start Countertop again: it goes on where it was.',
  es: 'Se está restaurando la copia de seguridad y no se pudo mover un archivo. Cierre los demás programas y vuelva a iniciar Countertop: continuará donde estaba.',
  fr: 'La sauvegarde est en cours de restauration et un fichier n’a pas pu être déplacé. Fermez les autres programmes et redémarrez Countertop : la restauration reprendra où elle en était.',
}

/** `failed`: the program ends, since a half-restored counter must not sell. @param language null: the computer's */
export function takeRestoredHere(
  app: Pick<App, 'getPath' | 'getLocale' | 'exit'>,
  dialog: Pick<Dialog, 'showErrorBox'>,
  language: Language | null,
): 'none' | 'taken' | 'failed' {
  try {
    return takeRestored(app.getPath('userData')) ? 'taken' : 'none'
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    dialog.showErrorBox('Countertop', `${notMoved[language ?? chooseLanguage([app.getLocale()])]}\n\n${why}`)
    app.exit(1)
    return 'failed'
  }
}
