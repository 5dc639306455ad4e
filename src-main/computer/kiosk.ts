import type { App, BrowserWindow } from 'electron'

/**
 * Prevents closing the window of a counter that fills the screen: an installer must end the full screen first, behind a
 * PIN. A shutdown of the computer, and a program that quits by itself, are not prevented.
 */
export function holdInKiosk(
  window: Pick<BrowserWindow, 'on'>,
  app: Pick<App, 'on'>,
  isOn: () => boolean,
): void {
  let quitting = false
  app.on('before-quit', () => {
    quitting = true
  })
  window.on('close', (event) => {
    if (!quitting && isOn()) event.preventDefault()
  })
}
