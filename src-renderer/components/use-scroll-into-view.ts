import { type RefObject, useEffect, useRef } from 'react'

/**
 * Scrolls an element to where it is seen.
 * @param isAsked it is to be seen now
 * @param state scrolls again whenever it changes
 * @param block where in the window; `nearest` moves nothing that is seen already
 * @returns for the element
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
