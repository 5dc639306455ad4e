import type { App } from 'electron'

/** Longer than this nobody waits for an app to close, ms. */
const limitMs = 6_000

/** Gives the terminal back and ends the service before the app goes. A payment under way stays in the journal. */
export function quitCleanly(app: Pick<App, 'on' | 'quit'>, stop: () => Promise<void> | undefined): void {
  let state: 'running' | 'stopping' | 'stopped' = 'running'
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
        // Not before the event is over: where there is nothing to stop, Electron would overlook it, and never quit.
        setImmediate(() => app.quit())
      })
  })
}
