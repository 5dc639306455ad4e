import { writeFile } from 'node:fs/promises'
import { type BrowserWindow, dialog } from 'electron'

/** Asks where to, and writes it there. @returns false when the person would rather not */
export async function saveFile(
  window: BrowserWindow,
  name: string,
  content: string | Uint8Array | AsyncIterable<string>,
): Promise<boolean> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, { defaultPath: name })
  if (canceled) return false
  await writeFile(filePath, content)
  return true
}
