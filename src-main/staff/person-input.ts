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
