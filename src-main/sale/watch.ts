/**
 * Looks at once, and again `pauseMs` after each look has ended, also after a failed one. It does not keep the process
 * alive.
 * @param look `count` starts at 0; once `isStopped` returns true, the look must discard what it learnt
 * @param pauseMs pause between two looks, in ms
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
  /** Checked before each look: once it returns true, the watch ends for good. */
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
