import { useEffect, useState } from 'react'

const tickMs = 1000

/** The terminal's own clock, ms since the epoch; looked at every second. */
export function useOwnTime(ownTime: () => number): number {
  const [now, setNow] = useState(ownTime)
  useEffect(() => {
    const timer = setInterval(() => setNow(ownTime()), tickMs)
    return () => clearInterval(timer)
  }, [ownTime])
  return now
}
