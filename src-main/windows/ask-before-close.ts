import type { App, BrowserWindow } from 'electron'

/**
 * A window that is closed in the midst of a sale asks first. Whoever closes it again while the question stands has
 * answered it, so that a page that no longer draws holds nobody up; and a computer that shuts down asks nobody.
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
