/**
 * Aborts `one` as soon as `other` is aborted; `other` may live much longer. `AbortSignal.any` would leave a reference
 * on `other` each time, which Node 20 never removes.
 *
 * @returns stops following `other`
 */
export function abortWith(one: AbortController, other: AbortSignal): () => void {
  const abort = () => one.abort(other.reason)
  if (other.aborted) abort()
  other.addEventListener('abort', abort, { once: true })
  return () => other.removeEventListener('abort', abort)
}
