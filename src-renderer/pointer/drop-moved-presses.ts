/** What a person presses; what it contains may be drawn again during the press. */
const control = 'a, button, input, label, select, textarea, [role=button], [role=radio], [role=switch]'

/**
 * Drops a press that began on a screen which has gone since: a finger that came down on Cancel and is lifted from the
 * button that the approval has put there. A click by mouse needs both ends on one element; a tap takes what is under the
 * finger at its end. Call this once, before any other listener for clicks.
 */
export function dropMovedPresses(): void {
  const beganOn = new Map<number, Element>()
  window.addEventListener(
    'pointerdown',
    ({ pointerId, target }) => {
      if (target instanceof Element) beganOn.set(pointerId, target.closest(control) ?? target)
    },
    { capture: true },
  )
  window.addEventListener(
    'click',
    (event) => {
      if (!(event instanceof PointerEvent)) return
      const began = beganOn.get(event.pointerId)
      beganOn.delete(event.pointerId)
      // Also false of what has left the document.
      if (began === undefined || began.checkVisibility()) return
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    { capture: true },
  )
}
