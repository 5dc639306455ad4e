const pressedAt = new WeakMap<Event, number>()

/** Of a key that the page held and types later: when it was pressed, in ms, by the clock of `Event.timeStamp`. */
export function keepKeyTime(event: Event, at: number): void {
  pressedAt.set(event, at)
}

/** When the key was pressed, by a person or a scanner, in ms; null if the page made it up. */
export const keyTime = (event: Event): number | null =>
  pressedAt.get(event) ?? (event.isTrusted ? event.timeStamp : null)
