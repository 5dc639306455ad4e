import type { App, BrowserWindow } from 'electron'

/**
 * Whoever sells does not close a counter that fills the screen: an installer takes it off the screen first, behind a PIN.
 * A computer that shuts down, and a program that ends by itself, are let go.
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
