import type { App, Dialog } from 'electron'
import { takeRestored } from './take-restored.ts'

/** @returns false: it could not be finished, and the program ends; half of one counter and half of another must not sell */
export function takeRestoredHere(
  app: Pick<App, 'getPath' | 'exit'>,
  dialog: Pick<Dialog, 'showErrorBox'>,
): boolean {
  try {
    takeRestored(app.getPath('userData'))
    return true
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    dialog.showErrorBox(
      'Countertop',
      `The backup is being restored, and a file could not be moved. Close other programs and start Countertop again: it goes on where it was.\n\n${why}`,
    )
    app.exit(1)
    return false
  }
}
