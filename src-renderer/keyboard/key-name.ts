/** Where a key was pressed: in a text, on a button or the like, or anywhere else on the page. */
export type KeyTarget = 'text' | 'control' | 'page'

export interface KeyPress {
  readonly key: string
  readonly repeat: boolean
  readonly withModifier: boolean
  readonly target: KeyTarget
}

const isFunctionKey = (key: string): boolean => /^f\d+$/.test(key)

/**
 * The name in lower case by which a screen may take a key, or null when the key belongs to something else: a text being
 * written, the button that has the focus, the system's own shortcuts. A held Enter or Escape counts once, so
 * that nothing is charged, retried or left by a key that was down already.
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
