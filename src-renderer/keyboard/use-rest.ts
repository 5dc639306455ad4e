import { useEffect, useState } from 'react'

/** The second press of a double tap or of a bouncing key comes within this time, in ms. */
const restMs = 600
/** Somebody who has begun to press cannot stop within this time after seeing another screen, in ms. */
export const reactionMs = 400

/**
 * Whether a new screen must ignore presses: a repeat of the press that opened it must not press its button.
 * @param step the wait starts again when this changes
 */
export function useRest(step: string | boolean = '', ms = restMs): boolean {
  const [rested, setRested] = useState<{ readonly step: string | boolean } | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setRested({ step }), ms)
    return () => clearTimeout(timer)
  }, [step, ms])
  return rested?.step !== step
}
