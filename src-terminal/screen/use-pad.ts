import { useState } from 'react'
import type { Action, Stroke } from '../actions.ts'
import type { Screen } from '../screen-state.ts'
import { plausibleSignature } from '../signature/plausible.ts'

/** What has been drawn on the signature pad so far. */
export interface Pad {
  readonly strokes: readonly Stroke[]
  change(next: readonly Stroke[] | ((before: readonly Stroke[]) => readonly Stroke[])): void
}

/**
 * The pad, and what the keys do to it: green hands in what stands there, or writes a sample on an empty pad for
 * whoever cannot draw; yellow wipes it.
 *
 * @returns the pad, and an `act` that knows it.
 */
export function usePad(screen: Screen, act: (action: Action) => void) {
  const [drawn, setDrawn] = useState<{ readonly on: Screen; readonly strokes: readonly Stroke[] }>({
    on: screen,
    strokes: [],
  })
  // Another prompt, another sheet.
  const strokes = drawn.on === screen ? drawn.strokes : []
  const change: Pad['change'] = (next) =>
    setDrawn((before) => {
      const now = before.on === screen ? before.strokes : []
      return { on: screen, strokes: typeof next === 'function' ? next(now) : next }
    })
  const actOnPad = (action: Action) => {
    if (screen.kind !== 'signing' || action.kind !== 'key') return act(action)
    if (action.key === 'yellow') change([])
    else if (action.key !== 'green') act(action)
    else if (strokes.length === 0) change(plausibleSignature(screen.width))
    else act({ kind: 'sign', strokes })
  }
  return { pad: { strokes, change }, act: actOnPad } as const
}
