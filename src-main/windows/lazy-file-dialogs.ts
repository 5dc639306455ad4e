import type { BrowserWindow } from 'electron'
import type { Language } from '../../src-shared/language.ts'

/** Asks a person at this window for files and folders, each time; loaded when it is first asked. */
export interface FileDialogs {
  /** Asks where to, and writes it there. @returns false when the person would rather not */
  saveFile(name: string, content: string | Uint8Array | AsyncIterable<string>): Promise<boolean>
  /** Asks where something is to be written that is too much to be held. @returns null when the person would rather not */
  chooseFile(name: string): Promise<string | null>
  /** Asks for a file of that kind, or any other. @returns null when the person would rather not */
  chooseToOpen(extension: string, language: Language): Promise<string | null>
  /** Asks for a folder. @returns null when the person would rather not */
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
