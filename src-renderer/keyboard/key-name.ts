/** Where a key was pressed: in a text field, on a button or similar control, or elsewhere on the page. */
export type KeyTarget = 'text' | 'control' | 'page'

export interface KeyPress {
  readonly key: string
  readonly repeat: boolean
  readonly withModifier: boolean
  readonly target: KeyTarget
}

const isFunctionKey = (key: string): boolean => /^f\d+$/.test(key)

/**
 * Returns the key's name in lower case if a screen may handle it. Returns null if the key belongs to a text being
 * typed, the focused button, or a system shortcut. A held Enter or Escape counts once, so that a key already down
 * charges, retries or leaves nothing.
 */
export function keyName({ key, repeat, withModifier, target }: KeyPress): string | null {
  if (withModifier) return null
  const name = key.toLowerCase()
  if (isFunctionKey(name)) return repeat ? null : name
  if (target === 'text') return null
  if (name === 'enter') return repeat || target === 'control' ? null : name
  if (name === 'escape') return repeat ? null : name
  return name
}
