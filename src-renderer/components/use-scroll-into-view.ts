import { type RefObject, useEffect, useRef } from 'react'

/**
 * Scrolls an element into view.
 * @param isAsked whether to scroll now
 * @param state scrolls again whenever this changes
 * @param block position in the window; `nearest` does not move a visible element
 * @returns a ref for the element
 */
export function useScrollIntoView<Shown extends HTMLElement>(
  isAsked: boolean,
  state: string | number | boolean | null = null,
  block: ScrollLogicalPosition = 'nearest',
): RefObject<Shown | null> {
  const shown = useRef<Shown>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: again where the state is another
  useEffect(() => {
    if (isAsked) shown.current?.scrollIntoView({ block })
  }, [isAsked, state, block])
  return shown
}
