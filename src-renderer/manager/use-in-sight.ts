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
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1)
        if (entry === undefined) return
        set((before) => {
          if (before.inSight === entry.isIntersecting) return before
          // What goes out of sight leaves a space as high as it was.
          return entry.isIntersecting
            ? { ...before, inSight: true }
            : { inSight: false, height: entry.boundingClientRect.height }
        })
      },
      { root: scrollerOf(element), rootMargin: margin },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, inSight, height }
}

/** The page that is scrolled: a margin counts only around the element that scrolls. */
function scrollerOf(element: HTMLElement): HTMLElement | null {
  for (let parent = element.parentElement; parent !== null; parent = parent.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent
  }
  return null
}
