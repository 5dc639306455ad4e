/**
 * Aborts the one as soon as the other is aborted, which may outlive it by far. `AbortSignal.any` leaves a reference on the
 * other each time, which Node 20 never takes away.
 *
 * @returns lets go of the other
 */
export function abortWith(one: AbortController, other: AbortSignal): () => void {
  const abort = () => one.abort(other.reason)
  if (other.aborted) abort()
  other.addEventListener('abort', abort, { once: true })
  return () => other.removeEventListener('abort', abort)
}
