import type { Screen, ScreenNotice } from '../device/screen-state.ts'
import { cancelled, fail, type Input, type Scene, type Step, show, stay } from './prompt-flow.ts'

/** The chip takes so many wrong PINs, then no more. Here it forgets them when the card is taken out. */
const pinTries = 3

export const pinScreen: Screen = { kind: 'pin', digits: 0, notice: '' }

/**
 * Four to twelve digits. A chip checks the PIN by itself, so that a wrong one is asked for again at once; after a
 * swipe only the issuer can. Either way it travels encrypted, for an issuer that wants to see it. Green on an
 * empty pad goes on without a PIN, but a debit application insists on it.
 */
export function enterPin(scene: Scene, action: Input, done: (scene: Scene) => Step): Step {
  if (action.kind !== 'key' || scene.presented === null || scene.screen.kind !== 'pin') return stay
  const { pin } = scene.typed
  // Why it is asked again stands there until the PIN is confirmed.
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
