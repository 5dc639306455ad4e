import { type BrowserWindow, dialog } from 'electron'
import type { Language } from '../../src-shared/language.ts'
import { writeWhole } from '../files/write-whole.ts'

/** Asks where to save, and writes the file. @returns false when the person cancels */
export async function saveFile(
  window: BrowserWindow,
  name: string,
  content: string | Uint8Array | AsyncIterable<string>,
): Promise<boolean> {
  const path = await chooseFile(window, name)
  if (path === null) return false
  // With the permissions of any saved document: readable by those who may read the folder.
  await writeWhole(path, content, { mode: 0o666 })
  return true
}

/** Asks where to write something that is too large for memory. @returns null when the person cancels */
export async function chooseFile(window: BrowserWindow, name: string): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, { defaultPath: name })
  return canceled ? null : filePath
}

const anyFile: Readonly<Record<Language, string>> = {
  en: 'All files',
  es: 'Todos los archivos',
  fr: 'Tous les fichiers',
}

/**
 * Asks for a file with this extension; the person may choose any other, since a file can lose its extension when it is
 * saved or transferred. @returns null when the person cancels
 */
export async function chooseToOpen(
  window: BrowserWindow,
  extension: string,
  language: Language,
): Promise<string | null> {
  const filters = [
    { name: 'Countertop', extensions: [extension] },
    { name: anyFile[language], extensions: ['*'] },
  ]
  const { canceled, filePaths } = await dialog.showOpenDialog(window, { properties: ['openFile'], filters })
  return canceled ? null : (filePaths[0] ?? null)
}

/** Asks for a folder. @returns null when the person cancels */
export async function chooseFolder(window: BrowserWindow): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, { properties: ['openDirectory'] })
  return canceled ? null : (filePaths[0] ?? null)
}
