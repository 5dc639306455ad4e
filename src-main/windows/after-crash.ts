import type { WebContents } from 'electron'

const pauseMs = 200

/** Reloads a page without state after its process has crashed. */
export function reloadAfterCrash(page: WebContents): void {
  page.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return
    setTimeout(() => {
      if (!page.isDestroyed()) page.reload()
    }, pauseMs)
  })
}
