import type { WebContents } from 'electron'

/** Only main opens windows: window.open, target=_blank and the middle button do nothing. */
export function denyNewWindows(contents: Pick<WebContents, 'setWindowOpenHandler'>): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}
