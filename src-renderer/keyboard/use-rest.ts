import { useEffect, useState } from 'react'

/** The second press of a double tap or of a bouncing key comes within this time, in ms. */
const restMs = 600

/**
 * Whether a new screen must ignore presses: a repeat of the press that opened it must not press its button.
 * @param step the wait starts again when this changes
 */
export function useRest(step: string | boolean = ''): boolean {
  const [rested, setRested] = useState<{ readonly step: string | boolean } | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setRested({ step }), restMs)
    return () => clearTimeout(timer)
  }, [step])
  return rested?.step !== step
}
