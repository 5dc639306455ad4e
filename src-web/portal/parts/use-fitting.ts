import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/** On a screen that is no wider, every list is one of cards, CSS pixels. */
const narrowScreen = 820

/** A table with air between its columns, one with less of it, and a card for each entry. */
const waysToDraw = ['list', 'list tight', 'list cards'] as const
type WayToDraw = (typeof waysToDraw)[number]

/**
 * The first way that fits, tried on the table itself, which is left as it was. Its box keeps its height meanwhile: a table is
 * shorter than its cards, and a browser that has come to the end of a page scrolls back when that gets shorter.
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
 * How a table is drawn: as cards on a narrow screen, and wherever its columns need more room than there is. How much they
 * need depends on the language and on the sums, so it is measured.
 *
 * @param items what the table shows: others may need less room
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
