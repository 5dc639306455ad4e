import type { WebContents } from 'electron'

/** A <webview> would bring its own web preferences along. */
export function denyWebviews(contents: Pick<WebContents, 'on'>): void {
  contents.on('will-attach-webview', (event) => event.preventDefault())
}
