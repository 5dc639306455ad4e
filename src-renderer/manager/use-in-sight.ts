import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** So far above and below what is shown counts as in sight, so that nothing is drawn late. */
const margin = '1200px 0px'

/**
 * Whether an element is in sight or close to it, and how high it was when it was last drawn, pixels.
 * @param expected about how high it will be, where it is not drawn until it comes close; null: it is drawn at once.
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
        // The arrow keys go on from the line that has the focus, however far one has looked meanwhile.
        if (!isIntersecting && element.contains(document.activeElement)) return
        const follow = () =>
          set((before) => {
            if (before.inSight === isIntersecting) return before
            // What goes out of sight leaves a space as high as it was.
            return isIntersecting ? { ...before, inSight: true } : { inSight: false, height: place.height }
          })
        if (isIntersecting && !isShown(place)) leave = inItsFrame(follow)
        else follow()
      },
      // Of whatever scrolls it: a look for that would have all that was just drawn styled by itself.
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

/** What is only close to being in sight is drawn one part a frame, each of which has time for it. @returns to leave it */
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
