import type { App, BrowserWindow } from 'electron'
import type { SaleState } from '../../src-shared/pos/sale.ts'
import { assertNever } from '../../src-shared/result.ts'

/** Whether somebody may be at the terminal with a card, or has to decide about a payment. */
export function isUnderWay({ kind }: SaleState): boolean {
  switch (kind) {
    case 'creating':
    case 'choosing_tip':
    case 'adding_tip':
    case 'authorizing':
    case 'checking':
    case 'deciding':
    case 'voiding':
    case 'signing':
      return true
    case 'ready':
    case 'declined':
    case 'approved':
    case 'stopped':
      return false
    default:
      return assertNever(kind)
  }
}

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
