import { plausibleSignature } from '../prompts/signature/plausible.ts'
import { approve } from './approve.ts'
import { cooperate } from './cooperative.ts'
import type { Script } from './script.ts'

/** Only what stands on the pad at the end is the signature. */
export const signatureRetry: Script = {
  ...approve,
  summary: 'Scribbles, wipes the pad, and signs anew',
  answer(screen, customer) {
    if (screen.kind !== 'signing' || screen.cleared > 0) return cooperate(screen, customer)
    return screen.strokes.length === 0
      ? { kind: 'draw', strokes: plausibleSignature(1) }
      : { kind: 'clear_signature' }
  },
}
