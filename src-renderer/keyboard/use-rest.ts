import { useEffect, useState } from 'react'

/** The second half of a double tap, or of a key that bounced, comes within this. ms */
const restMs = 600

/**
 * Whether a screen that a press has brought rests still: the same press, come twice, must not do what its button does.
 */
export function useRest(): boolean {
  const [resting, setResting] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setResting(false), restMs)
    return () => clearTimeout(timer)
  }, [])
  return resting
}
