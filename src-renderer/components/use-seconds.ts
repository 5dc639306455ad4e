import { useEffect, useState } from 'react'

/**
 * @returns the current time in ms since the epoch; redraws every second. A redraw for another reason also gets the
 * current time: with the previous second's time, a lock just extended to five minutes would show 5:01.
 */
export function useSeconds(): number {
  const [, drawAgain] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => drawAgain((count) => count + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  return Date.now()
}

/** Returns the time left until `endsAt` in whole seconds, and as text such as 14:05. Never negative. */
export function countdown(endsAt: string, now: number): { readonly seconds: number; readonly text: string } {
  const seconds = Math.max(Math.ceil((Date.parse(endsAt) - now) / 1000), 0)
  return { seconds, text: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}` }
}
