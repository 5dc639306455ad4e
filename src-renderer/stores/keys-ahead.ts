/** Keys typed ahead, by their names in lower case; a key of an amount may have its own name, such as '00'. */
interface KeysAhead {
  readonly keys: readonly string[]
  /** The person has pressed Enter: what they typed after it belongs to a step that has not been taken. */
  readonly isOver: boolean
}

/** Names one time of waiting for a screen. */
export type WaitingTime = symbol

const none: KeysAhead = { keys: [], isOver: false }

let waiting: WaitingTime | null = null
/** Empty while no screen is awaited: it may hold a PIN. */
let ahead: KeysAhead = none

/**
 * A press has requested a screen with a field for numbers, and its code or main's answer is not there yet. What is typed
 * meanwhile is meant for that screen, which takes it when it is drawn: an amount without its first digits would be a
 * wrong amount. Nothing that confirms is kept, because a person confirms only what they have seen. If a screen is awaited
 * already, it gets these keys as well.
 */
export function beginKeysAhead(): WaitingTime {
  waiting ??= Symbol('waiting')
  return waiting
}

export const areKeysAhead = (): boolean => waiting !== null

export function holdKey(key: string): void {
  if (waiting !== null && !ahead.isOver) ahead = { ...ahead, keys: [...ahead.keys, key] }
}

/** Enter, before the screen is there. If it follows no other key, it only repeats the press that requested the screen. */
export function endKeysAhead(): void {
  ahead = { ...ahead, isOver: ahead.keys.length > 0 }
}

/**
 * Whether a press comes too late for the screen that is shown, because another one is awaited: it does nothing, and what
 * is typed after it is not kept.
 */
export function comesTooLate(): boolean {
  if (waiting !== null) endKeysAhead()
  return waiting !== null
}

/**
 * Before keys that may be a scan are held for the screen. @returns puts the held keys back to what they are now, unless
 * the screen has taken them
 */
export function keepKeysAhead(): () => void {
  const before = { waiting, ahead }
  return () => {
    if (waiting === before.waiting) ahead = before.ahead
  }
}

/** What was typed is not meant for the screen, which is still awaited. */
export function dropKeysAhead(): void {
  ahead = none
}

/** The screen does not come. @param only does nothing if another screen is awaited by now */
export function forgetKeysAhead(only: WaitingTime | null = waiting): void {
  if (only !== waiting) return
  waiting = null
  ahead = none
}

/** The screen is there: it gets the keys. */
export function takeKeysAhead(): readonly string[] {
  const { keys } = ahead
  forgetKeysAhead()
  return keys
}
