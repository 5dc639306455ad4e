import type { Screen, ScreenNotice } from '../device/screen-state.ts'
import { cancelled, fail, type Input, type Scene, type Step, show, stay } from './prompt-flow.ts'

/** Wrong PINs that the chip accepts before it blocks. This chip resets the count when the card is removed. */
const pinTries = 3

export const pinScreen: Screen = { kind: 'pin', digits: 0, notice: '' }

/**
 * Four to twelve digits. A chip checks the PIN itself, so that a wrong one is requested again at once; after a swipe
 * only the issuer can check it. In both cases the PIN is sent encrypted, for an issuer that needs it. Green on an empty
 * pad skips the PIN, unless the application is debit.
 */
export function enterPin(scene: Scene, action: Input, done: (scene: Scene) => Step): Step {
  if (action.kind !== 'key' || scene.presented === null || scene.screen.kind !== 'pin') return stay
  const { pin } = scene.typed
  // The reason for a repeated question stays until the PIN is confirmed.
  const { notice } = scene.screen
  switch (action.key) {
    case 'red':
      return cancelled
    case 'yellow':
      return withPin(scene, pin.slice(0, -1), notice)
    case 'green':
      if (pin === '') return bypass(scene, scene.presented, done)
      return pin.length < 4 ? stay : check(scene, scene.presented, done)
    default:
      return pin.length < 12 ? withPin(scene, pin + action.key, notice) : stay
  }
}

const withPin = (scene: Scene, pin: string, notice: ScreenNotice): Step =>
  show({ ...scene, typed: { ...scene.typed, pin }, screen: { kind: 'pin', digits: pin.length, notice } })

type Presented = NonNullable<Scene['presented']>

function bypass(scene: Scene, presented: Presented, done: (scene: Scene) => Step): Step {
  const debit = (presented.application?.kind ?? presented.card.funding) === 'debit'
  if (debit) return withPin(scene, '', 'Debit needs your PIN')
  return done({ ...scene, presented: { ...presented, pinBypassed: true } })
}

function check(scene: Scene, { entryMode, card }: Presented, done: (scene: Scene) => Step): Step {
  if (entryMode !== 'EMVContact' || scene.typed.pin === card.pin) return done(scene)
  const wrongPins = scene.wrongPins + 1
  if (wrongPins >= pinTries) return fail('pin_blocked', 'The PIN was wrong three times.')
  return withPin(
    { ...scene, wrongPins },
    '',
    wrongPins === pinTries - 1 ? 'Wrong PIN. Last try' : 'Wrong PIN. Try again',
  )
}
