import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/** On a screen that is no wider, every list is one of cards, CSS pixels. */
const narrowScreen = 820

/** A table with air between its columns, one with less of it, and a card for each entry. */
const waysToDraw = ['list', 'list tight', 'list cards'] as const
type WayToDraw = (typeof waysToDraw)[number]

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
    const fits = (classes: WayToDraw) => {
      table.className = classes
      return table.scrollWidth <= around.clientWidth
    }
    const measure = () => {
      const shown = table.className
      const fitting = window.innerWidth > narrowScreen ? waysToDraw.find(fits) : undefined
      table.className = shown
      setWay(fitting ?? 'list cards')
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(around)
    return () => observer.disconnect()
  }, [items])
  return { box, way }
}
