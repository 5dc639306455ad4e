/** Waits for `ms`, without keeping the process alive. Rejects once `stopped` is aborted. */
export function pause(ms: number, stopped?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    stopped?.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      reject(stopped?.reason)
    }
    const timer = setTimeout(() => {
      stopped?.removeEventListener('abort', stop)
      resolve()
    }, ms).unref()
    stopped?.addEventListener('abort', stop, { once: true })
  })
}
