import type { WebContents } from 'electron'

/** A <webview> would have its own web preferences. */
export function denyWebviews(contents: Pick<WebContents, 'on'>): void {
  contents.on('will-attach-webview', (event) => event.preventDefault())
}
