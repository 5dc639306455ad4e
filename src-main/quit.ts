import type { App, BrowserWindow } from 'electron'

/** Maximum time that closing the app may take, in ms. */
const limitMs = 6_000

/**
 * Releases the terminal and ends the service before the app quits. A payment under way stays in the journal. When a user
 * of Windows signs out or shuts the computer down, the app gets no event but the window's, and is ended a moment later:
 * what is done until then is done.
 */
export function quitCleanly(
  app: Pick<App, 'on' | 'quit'>,
  window: Pick<BrowserWindow, 'on'>,
  stopAll: () => Promise<void> | undefined,
): void {
  let state: 'running' | 'stopping' | 'stopped' = 'running'
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= stopAll()
    return stopping
  }
  window.on('session-end', () => void stop()?.catch(() => undefined))
  app.on('will-quit', (event) => {
    if (state === 'stopped') return
    event.preventDefault()
    if (state === 'stopping') return
    state = 'stopping'
    const limit = new Promise((resolve) => setTimeout(resolve, limitMs).unref())
    void Promise.race([stop(), limit])
      .catch(() => undefined)
      .finally(() => {
        state = 'stopped'
        // Only after the event: where there is nothing to stop, Electron would ignore a quit requested during it, and
        // never quit.
        setImmediate(() => app.quit())
      })
  })
}
