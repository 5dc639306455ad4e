import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Distance above and below the visible area that counts as in sight, so that rows are drawn in time. */
const margin = '1200px 0px'

/**
 * Returns whether an element is in sight or close to it, and its height in pixels when it was last drawn.
 * @param expected estimated height of an element that is drawn only when it comes close; null: it is drawn at once.
 */
export function useInSight(expected: number | null): {
  readonly ref: RefObject<HTMLDivElement | null>
  readonly inSight: boolean
  readonly height: number
} {
  const ref = useRef<HTMLDivElement>(null)
  const [{ inSight, height }, set] = useState({ inSight: expected === null, height: expected ?? 0 })
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    let leave = () => {}
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1)
        if (entry === undefined) return
        leave()
        const { isIntersecting, boundingClientRect: place } = entry
        // The arrow keys continue from the focused row, however far the list was scrolled meanwhile.
        if (!isIntersecting && element.contains(document.activeElement)) return
        const follow = () =>
          set((before) => {
            if (before.inSight === isIntersecting) return before
            // An element out of sight keeps its height.
            return isIntersecting ? { ...before, inSight: true } : { inSight: false, height: place.height }
          })
        if (isIntersecting && !isShown(place)) leave = inItsFrame(follow)
        else follow()
      },
      // Applies to any scrolling ancestor. Looking for that ancestor would compute the styles of everything just drawn.
      { scrollMargin: margin },
    )
    observer.observe(element)
    return () => {
      leave()
      observer.disconnect()
    }
  }, [])
  return { ref, inSight, height }
}

const isShown = ({ top, bottom }: DOMRectReadOnly): boolean => bottom > 0 && top < window.innerHeight

const waiting = new Set<() => void>()

/**
 * Draws elements near the visible area one per frame, so that each frame has time for it. @returns a cancel function
 */
function inItsFrame(draw: () => void): () => void {
  waiting.add(draw)
  if (waiting.size === 1) requestAnimationFrame(drawNext)
  return () => void waiting.delete(draw)
}

function drawNext(): void {
  const [next] = waiting
  if (next === undefined) return
  next()
  waiting.delete(next)
  if (waiting.size > 0) requestAnimationFrame(drawNext)
}
