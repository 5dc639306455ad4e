import { useEffect, useState } from 'react'

/** @returns the time in ms since the epoch, renewed with every full second. */
export function useSeconds(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** What is left until then, in whole seconds and as 14:05. Never less than none. */
export function countdown(endsAt: string, now: number): { readonly seconds: number; readonly text: string } {
  const seconds = Math.max(Math.ceil((Date.parse(endsAt) - now) / 1000), 0)
  return { seconds, text: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}` }
}
