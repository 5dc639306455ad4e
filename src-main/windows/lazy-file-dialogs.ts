import type { BrowserWindow } from 'electron'
import type { Language } from '../../src-shared/language.ts'

/** Asks a person at this window for files and folders; loaded at the first request. */
export interface FileDialogs {
  /** Asks where to save, and writes the file. @returns false when the person cancels */
  saveFile(name: string, content: string | Uint8Array | AsyncIterable<string>): Promise<boolean>
  /** Asks where to write something that is too large for memory. @returns null when the person cancels */
  chooseFile(name: string): Promise<string | null>
  /** Asks for a file with this extension, or any other. @returns null when the person cancels */
  chooseToOpen(extension: string, language: Language): Promise<string | null>
  /** Asks for a folder. @returns null when the person cancels */
  chooseFolder(): Promise<string | null>
}

export function lazyFileDialogs(window: BrowserWindow): FileDialogs {
  const dialogs = () => import('./file-dialogs.ts')
  return {
    saveFile: async (name, content) => (await dialogs()).saveFile(window, name, content),
    chooseFile: async (name) => (await dialogs()).chooseFile(window, name),
    chooseToOpen: async (extension, language) => (await dialogs()).chooseToOpen(window, extension, language),
    chooseFolder: async () => (await dialogs()).chooseFolder(window),
  }
}
