import { useLayoutEffect, useRef, useState } from 'react'

/** The numbers that are being typed on the shown screens: each returns what puts it back to its present value. */
const numbers = new Set<() => () => void>()

/**
 * Before keys that may be a scan are typed into a screen. @returns puts every number on the screen back to what it is now
 */
export function keepTypedNumbers(): () => void {
  const restores = [...numbers].map((keep) => keep())
  return () => {
    for (const restore of restores) restore()
  }
}

/** The state of a screen on which a number is typed. A scan that types into it is taken back. */
export function useTypedNumber<Value>(
  initial: Value,
): readonly [Value, (change: (before: Value) => Value) => void] {
  const [value, setValue] = useState(initial)
  // Known at once: the next key may come before the screen is drawn again.
  const now = useRef(value)
  const change = (next: (before: Value) => Value) => {
    now.current = next(now.current)
    setValue(() => now.current)
  }
  useLayoutEffect(() => {
    const keep = () => {
      const before = now.current
      return () => {
        now.current = before
        setValue(() => before)
      }
    }
    numbers.add(keep)
    return () => void numbers.delete(keep)
  }, [])
  return [value, change]
}
