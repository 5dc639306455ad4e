import { type BrowserWindow, dialog } from 'electron'

/** Asks for a folder. @returns null when the person would rather not */
export async function chooseFolder(window: BrowserWindow): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, { properties: ['openDirectory'] })
  return canceled ? null : (filePaths[0] ?? null)
}
