import type { InputEvent, WebContents } from 'electron'

/** Events that only a person at the keyboard or screen causes. Mere pointer movement does not count. */
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
 * Calls back when a person uses a window. The browser process sees the event before the page does, so a page cannot
 * fake it: events dispatched by a script in the page do not pass here.
 */
export function onPersonInput(contents: Pick<WebContents, 'on'>, listener: () => void): void {
  contents.on('input-event', (_event, { type }) => {
    if (personal.has(type)) listener()
  })
}

export interface LastInput {
  noticed(): void
  /** Whether a person used the counter within the last `ms` milliseconds. */
  isWithin(ms: number): boolean
}

/** @param now a monotonic clock, in ms */
export function createLastInput(now = () => performance.now()): LastInput {
  let at = Number.NEGATIVE_INFINITY
  return {
    noticed() {
      at = now()
    },
    isWithin: (ms) => now() - at < ms,
  }
}
