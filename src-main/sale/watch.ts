/**
 * Looks at once, and again so long after each look has ended, also after one that failed. It keeps no process alive.
 * @param look `count` is 0 at first; what it learns after it was stopped is nobody's any more
 * @param pauseMs between two looks, ms
 * @returns the function that stops it
 */
export function startWatch({
  look,
  pauseMs,
  isOver = () => false,
  onError,
}: {
  readonly look: (isStopped: () => boolean, count: number) => Promise<void>
  readonly pauseMs: number
  /** Asked before each look: once it is, there is none any more, for good. */
  readonly isOver?: () => boolean
  readonly onError: (error: unknown) => void
}): () => void {
  let stopped = false
  let next: NodeJS.Timeout | null = null

  async function watch(count: number): Promise<void> {
    if (isOver()) return
    await look(() => stopped, count).catch(onError)
    if (!stopped) next = setTimeout(() => void watch(count + 1), pauseMs).unref()
  }

  void watch(0)
  return () => {
    stopped = true
    if (next !== null) clearTimeout(next)
  }
}
