import type { Action } from '../device/actions.ts'
import type { Screen } from '../device/screen-state.ts'
import { plausibleSignature } from '../prompts/signature/plausible.ts'

/**
 * Makes the green key on an empty pad write a sample signature, for people who cannot draw.
 *
 * @returns an `act` that does so.
 */
export const withSampleSignature =
  (screen: Screen, act: (action: Action) => void) =>
  (action: Action): void => {
    const onEmptyPad = screen.kind === 'signing' && screen.strokes.length === 0
    const wanted = action.kind === 'key' && action.key === 'green'
    if (onEmptyPad && wanted) act({ kind: 'draw', strokes: plausibleSignature(screen.width) })
    else act(action)
  }
