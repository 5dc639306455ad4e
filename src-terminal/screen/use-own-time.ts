import { useEffect, useState } from 'react'

const tickMs = 1000

/** Time of the terminal's own clock, in ms since the epoch; updated every second. */
export function useOwnTime(ownTime: () => number): number {
  const [now, setNow] = useState(ownTime)
  useEffect(() => {
    const timer = setInterval(() => setNow(ownTime()), tickMs)
    return () => clearInterval(timer)
  }, [ownTime])
  return now
}
