import { type BrowserWindow, dialog } from 'electron'
import { writeWhole } from '../write-whole.ts'

/** Asks where to, and writes it there. @returns false when the person would rather not */
export async function saveFile(
  window: BrowserWindow,
  name: string,
  content: string | Uint8Array | AsyncIterable<string>,
): Promise<boolean> {
  const path = await chooseFile(window, name)
  if (path === null) return false
  // As any program saves what its user keeps: whoever may read the folder may read it.
  await writeWhole(path, content, { mode: 0o666 })
  return true
}

/** Asks where something is to be written that is too much to be held. @returns null when the person would rather not */
export async function chooseFile(window: BrowserWindow, name: string): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, { defaultPath: name })
  return canceled ? null : filePath
}

/** Asks for a file of that kind. @returns null when the person would rather not */
export async function chooseToOpen(window: BrowserWindow, extension: string): Promise<string | null> {
  const filters = [{ name: 'Countertop', extensions: [extension] }]
  const { canceled, filePaths } = await dialog.showOpenDialog(window, { properties: ['openFile'], filters })
  return canceled ? null : (filePaths[0] ?? null)
}

/** Asks for a folder. @returns null when the person would rather not */
export async function chooseFolder(window: BrowserWindow): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, { properties: ['openDirectory'] })
  return canceled ? null : (filePaths[0] ?? null)
}
