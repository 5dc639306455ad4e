import type { App, BrowserWindow } from 'electron'
import { driverCalls } from '../devices/driver-calls.ts'

/** Maximum time that closing the app may take, in ms. */
const limitMs = 6_000
/** Maximum time in which calls into the system end by themselves once everything has stopped, in ms. */
const lastCallsMs = 1_000
const lookMs = 20

/**
 * Releases the terminal and ends the service before the app quits. A payment under way stays in the journal. When a user
 * of Windows signs out or shuts the computer down, the app gets no event but the window's, and is ended a moment later:
 * what is done until then is done.
 *
 * A process ends only once its threads have ended. A device or a network drive that hangs keeps one for ever, and the
 * next start would find a program that is still running: then the process ends itself by force.
 *
 * @param isHeld whether a call into the system has not ended @param end ends the process at once
 */
export function quitCleanly(
  app: Pick<App, 'on' | 'quit'>,
  window: Pick<BrowserWindow, 'on'>,
  stopAll: () => Promise<void> | undefined,
  {
    isHeld = holdsThread,
    end = endAtOnce,
  }: { readonly isHeld?: () => boolean; readonly end?: () => void } = {},
): void {
  let state: 'running' | 'stopping' | 'stopped' = 'running'
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= stopAll()
    return stopping
  }
  async function lastCalls(): Promise<void> {
    for (const over = performance.now() + lastCallsMs; isHeld() && performance.now() < over; )
      await new Promise((resolve) => setTimeout(resolve, lookMs))
  }
  window.on('session-end', () => void stop()?.catch(() => undefined))
  app.on('will-quit', (event) => {
    if (state === 'stopped') {
      if (isHeld()) end()
      return
    }
    event.preventDefault()
    if (state === 'stopping') return
    state = 'stopping'
    const limit = new Promise((resolve) => setTimeout(resolve, limitMs).unref())
    void Promise.race([stop(), limit])
      .catch(() => undefined)
      .then(lastCalls)
      .finally(() => {
        state = 'stopped'
        // Only after the event: where there is nothing to stop, Electron would ignore a quit requested during it, and
        // never quit.
        setImmediate(() => app.quit())
      })
  })
}

/** Calls for files are known to Node.js; those of a device's driver are counted where they are made. */
const holdsThread = (): boolean =>
  driverCalls() > 0 || process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'))

const endAtOnce = (): void => void process.kill(process.pid, 'SIGKILL')
