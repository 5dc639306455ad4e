import { useState } from 'react'

/** Data type of a dragged card, so that nothing else can be dropped. */
export const cardDragType = 'application/x-countertop-card'

/** A place where a card can be dropped. */
export function useDropZone(onDrop: () => void) {
  const [over, setOver] = useState(false)
  return {
    className: over ? 'drop-here' : '',
    handlers: {
      onDragOver(event: React.DragEvent) {
        if (!event.dataTransfer.types.includes(cardDragType)) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop(event: React.DragEvent) {
        event.preventDefault()
        setOver(false)
        onDrop()
      },
    },
  } as const
}
