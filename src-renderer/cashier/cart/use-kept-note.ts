import { useEffect } from 'react'
import { askMain } from '../../bridge.ts'
import { useEntryStore } from '../../stores/entry-store.ts'
import { useIsNoteOpen } from '../note-field.tsx'
import { newId, useBook } from './cart-store.ts'

/**
 * Main keeps the note with the order, so that both are there after a restart of the app. A note without an order is that
 * of a typed amount, which no restart brings back either.
 */
export function useKeptNote(): void {
  const { draft, note: kept = '' } = useBook()
  const note = useEntryStore((entry) => entry.note.trim())
  const isTyping = useIsNoteOpen()
  const order_id = draft.lines.length > 0 ? draft.id : null
  useEffect(() => {
    if (isTyping || order_id === null || note === kept) return
    // Not by `requestOrder`: nobody asked for it, so that a refusal would tell the cashier nothing.
    const request = { kind: 'set_sale_note', order_id, note } as const
    void askMain('order.change', { id: newId(), request, pin: null })
  }, [isTyping, order_id, note, kept])
}
