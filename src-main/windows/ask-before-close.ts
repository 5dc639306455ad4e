import type { App, BrowserWindow } from 'electron'

/**
 * Asks before closing the window during a sale. Closing it again while the question is shown closes it, so that a page
 * that has stopped drawing does not block; a shutdown of the computer is not asked about.
 */
export function askBeforeClose(
  window: Pick<BrowserWindow, 'on'>,
  app: Pick<App, 'on'>,
  question: { readonly isNeeded: () => boolean; readonly isAsked: () => boolean; readonly ask: () => void },
): void {
  let quitting = false
  app.on('before-quit', () => {
    quitting = true
  })
  window.on('close', (event) => {
    if (quitting || question.isAsked() || !question.isNeeded()) return
    event.preventDefault()
    question.ask()
  })
}
