import type { WebContents } from 'electron'

/**
 * Our pages never navigate, so every navigation and redirect begun by a page is refused, whatever its address is. This
 * does not include main's own loadURL and reload.
 */
export function denyNavigation(contents: Pick<WebContents, 'on'>): void {
  contents.on('will-navigate', (event) => event.preventDefault())
  contents.on('will-frame-navigate', (event) => event.preventDefault())
  contents.on('will-redirect', (event) => event.preventDefault())
}
