import { useEffect, useState } from 'react'

/** The second half of a double tap, or of a key that bounced, comes within this. ms */
const restMs = 600

/**
 * Whether a screen that a press has brought rests still: the same press, come twice, must not do what its button does.
 * @param step it rests anew when this is another one
 */
export function useRest(step: string | boolean = ''): boolean {
  const [rested, setRested] = useState<{ readonly step: string | boolean } | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setRested({ step }), restMs)
    return () => clearTimeout(timer)
  }, [step])
  return rested?.step !== step
}
