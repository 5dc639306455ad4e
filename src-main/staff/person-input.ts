import type { InputEvent, WebContents } from 'electron'

/** What only somebody at the keyboard or the screen brings about. A pointer that merely moves is nobody's intention. */
const personal: ReadonlySet<InputEvent['type']> = new Set([
  'rawKeyDown',
  'keyDown',
  'char',
  'mouseDown',
  'mouseWheel',
  'pointerDown',
  'touchStart',
  'gestureTap',
  'gestureScrollBegin',
])

/**
 * Calls back when a person uses a window. Seen by the browser's process before the page has it, so that no page can
 * pretend it: what a script dispatches in its page does not come by here.
 */
export function onPersonInput(contents: Pick<WebContents, 'on'>, listener: () => void): void {
  contents.on('input-event', (_event, { type }) => {
    if (personal.has(type)) listener()
  })
}

export interface LastInput {
  noticed(): void
  /** Whether somebody used the counter within so many milliseconds. */
  isWithin(ms: number): boolean
}

/** @param now ms, by a clock that nobody sets */
export function createLastInput(now = () => performance.now()): LastInput {
  let at = Number.NEGATIVE_INFINITY
  return {
    noticed() {
      at = now()
    },
    isWithin: (ms) => now() - at < ms,
  }
}
