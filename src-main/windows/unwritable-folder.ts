import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Dialog } from 'electron'
import { chooseLanguage, type Language } from '../../src-shared/language.ts'

/**
 * Why this folder cannot be written, in the system's words; null if it can. Asked when another Countertop seems to have
 * the folder: on a disk that is read-only or full the lock fails in the same way, and there is no other one.
 */
export function writeTrouble(folder: string): string | null {
  const probe = join(folder, `.written-${process.pid}`)
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(probe, 'written', { flush: true })
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    removeIfThere(probe)
  }
}

function removeIfThere(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // What cannot be written cannot be removed either.
  }
}

const words: Readonly<Record<Language, (folder: string) => string>> = {
  en: (folder) =>
    `Countertop cannot write in its folder ${folder}, and does not start: nothing that is sold could be recorded. The disk may be full, damaged or protected. Make room or repair it, then start Countertop again.`,
  es: (folder) =>
    `Countertop no puede escribir en su carpeta ${folder} y no se inicia: no se podría registrar ninguna venta. Quizá el disco esté lleno, dañado o protegido. Haga sitio o repárelo y vuelva a iniciar Countertop.`,
  fr: (folder) =>
    `Countertop ne peut pas écrire dans son dossier ${folder} et ne démarre pas : aucune vente ne pourrait être enregistrée. Le disque est peut-être plein, endommagé ou protégé. Faites de la place ou réparez-le, puis redémarrez Countertop.`,
}

/** Call once Electron is ready: before, Linux shows no dialog. */
export function showUnwritable(
  dialog: Pick<Dialog, 'showErrorBox'>,
  at: {
    readonly folder: string
    readonly why: string
    readonly language: Language | null
    readonly locale: string
  },
): void {
  const language = at.language ?? chooseLanguage([at.locale])
  dialog.showErrorBox('Countertop', `${words[language](at.folder)}\n\n${at.why}`)
}
