import type { App } from 'electron'

/** Maximum time that closing the app may take, in ms. */
const limitMs = 6_000

/** Releases the terminal and ends the service before the app quits. A payment under way stays in the journal. */
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
        // Only after the event: where there is nothing to stop, Electron would ignore a quit requested during it, and
        // never quit.
        setImmediate(() => app.quit())
      })
  })
}
