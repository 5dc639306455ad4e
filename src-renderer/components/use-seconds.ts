import { useEffect, useState } from 'react'

/**
 * @returns the time in ms since the epoch, renewed with every full second. Whatever else is drawn anew has the time of
 *   that moment: of a lock that was just put off to five minutes, 5:01 were left by the second before.
 */
export function useSeconds(): number {
  const [, drawAgain] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => drawAgain((count) => count + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  return Date.now()
}

/** What is left until then, in whole seconds and as 14:05. Never less than none. */
export function countdown(endsAt: string, now: number): { readonly seconds: number; readonly text: string } {
  const seconds = Math.max(Math.ceil((Date.parse(endsAt) - now) / 1000), 0)
  return { seconds, text: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}` }
}
