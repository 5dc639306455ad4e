import type { WebContents } from 'electron'

const pauseMs = 200

/** A page that holds nothing is loaded anew when its process is gone. */
export function reloadAfterCrash(page: WebContents): void {
  page.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return
    setTimeout(() => {
      if (!page.isDestroyed()) page.reload()
    }, pauseMs)
  })
}
