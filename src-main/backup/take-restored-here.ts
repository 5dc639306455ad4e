import type { App, Dialog } from 'electron'
import { takeRestored } from './take-restored.ts'

/** `failed`: the program ends, since a half-restored counter must not sell. */
export function takeRestoredHere(
  app: Pick<App, 'getPath' | 'exit'>,
  dialog: Pick<Dialog, 'showErrorBox'>,
): 'none' | 'taken' | 'failed' {
  try {
    return takeRestored(app.getPath('userData')) ? 'taken' : 'none'
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    dialog.showErrorBox(
      'Countertop',
      `The backup is being restored, and a file could not be moved. Close other programs and start Countertop again: it goes on where it was.\n\n${why}`,
    )
    app.exit(1)
    return 'failed'
  }
}
