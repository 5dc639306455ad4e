import type { WebContents } from 'electron'

/**
 * Our pages change by script and never by going elsewhere, so every navigation and redirect that a page begins is
 * refused, whatever its address looks like. Main's own loadURL and reload are not among them.
 */
export function denyNavigation(contents: Pick<WebContents, 'on'>): void {
  contents.on('will-navigate', (event) => event.preventDefault())
  contents.on('will-frame-navigate', (event) => event.preventDefault())
  contents.on('will-redirect', (event) => event.preventDefault())
}
