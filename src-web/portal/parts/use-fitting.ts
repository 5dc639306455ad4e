import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/** At this width or less every list is drawn as cards, in CSS pixels. */
const narrowScreen = 820

/** A table with wide gaps between columns, one with narrow gaps, and a card for each entry. */
const waysToDraw = ['list', 'list tight', 'list cards'] as const
type WayToDraw = (typeof waysToDraw)[number]

/**
 * Returns the first layout that fits, tried on the table itself, which is restored. Its box keeps its height meanwhile:
 * a table is shorter than its cards, and a browser at the end of a page scrolls back when the page gets shorter.
 */
export function fittingWay(
  around: Pick<HTMLElement, 'clientWidth' | 'offsetHeight' | 'style'>,
  table: Pick<Element, 'className' | 'scrollWidth'>,
): WayToDraw {
  const shown = table.className
  around.style.minHeight = `${around.offsetHeight}px`
  const fitting = waysToDraw.find((classes) => {
    table.className = classes
    return table.scrollWidth <= around.clientWidth
  })
  table.className = shown
  around.style.minHeight = ''
  return fitting ?? 'list cards'
}

/**
 * The layout of a table: cards on a narrow screen, and wherever its columns need more room than there is. The room
 * depends on the language and the amounts, so it is measured.
 *
 * @param items the table's entries; others may need less room
 * @returns box: the element around the table; way: the classes of the table
 */
export function useFitting(items: unknown) {
  const box = useRef<HTMLDivElement>(null)
  const [way, setWay] = useState<WayToDraw>('list')
  // biome-ignore lint/correctness/useExhaustiveDependencies: other items are measured anew
  useLayoutEffect(() => {
    const around = box.current
    const table = around?.firstElementChild
    if (around == null || table == null) return
    const measure = () => setWay(window.innerWidth > narrowScreen ? fittingWay(around, table) : 'list cards')
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(around)
    return () => observer.disconnect()
  }, [items])
  return { box, way }
}
