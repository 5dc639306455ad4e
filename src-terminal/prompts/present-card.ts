import { applicationFor } from '../cards/chip-applications.ts'
import { chipAnswers, hasChip } from '../cards/test-cards.ts'
import type { ScreenNotice, WaitingForCardScreen } from '../device/screen-state.ts'
import {
  emptyScene,
  type Facts,
  fail,
  type Input,
  type Presented,
  type ReadCardCommand,
  type Scene,
  type Step,
  show,
  stay,
} from './prompt-flow.ts'
import { firstField } from './read-manual.ts'

/** Number of failed reads of a chip that allow the stripe instead, and of a stripe that allow the keypad. */
const tries = 3

/** Largest contactless amount, in cents. A phone has no such limit. */
export const contactlessLimit = 25_000

type Misreads = Scene['misreads']
type Presenting = Extract<Input, { kind: 'tap_card' | 'swipe_card' }>

/** Asks for the card in every remaining way, or for typing if there is none. */
export function waitForCard(
  command: ReadCardCommand,
  { capabilities, slot }: Facts,
  misreads: Misreads,
): Step {
  const { chip, stripe } = misreads
  const screen: WaitingForCardScreen = {
    kind: 'waiting_for_card',
    amount: command.show_amount === false ? null : command.amount,
    currency: command.currency,
    insert: capabilities.emv && chip < tries,
    tap: capabilities.nfc && chip === 0 && command.wants === undefined,
    swipe: capabilities.msr && command.wants === undefined,
    cardIn: slot !== null && chip > 0,
    notice: chip === 0 ? wantedWay(command) : 'Chip not read. Take the card out',
  }
  if (!screen.insert && !screen.tap && !screen.swipe) {
    return fail('card_unreadable', 'The card could not be read, and this terminal has no other reader.')
  }
  if (!screen.insert && stripe >= tries) return typeInstead
  const scene = { ...emptyScene(screen), misreads }
  return chip === 0 ? show(scene, 'waiting_for_card') : show(scene)
}

const wantedWay = ({ wants }: ReadCardCommand): ScreenNotice => {
  if (wants === undefined) return ''
  return wants === 'chip' ? 'Please insert the card' : 'Please insert the card and enter the PIN'
}

const typeInstead = show(firstField('Card not read. Please type it'), 'entering_card')

/** The card has been removed: the next try may begin. */
export const cardTaken = (scene: Scene, screen: WaitingForCardScreen): Step =>
  notice(scene, { ...screen, cardIn: false }, screen.insert ? 'Insert it again' : 'Please swipe the card')

const notice = (scene: Scene, screen: WaitingForCardScreen, text: ScreenNotice): Step =>
  show({ ...scene, screen: { ...screen, notice: text } })

/** Handles a tapped or swiped card. */
export function present(
  command: ReadCardCommand,
  scene: Scene,
  screen: WaitingForCardScreen,
  action: Presenting,
  { capabilities }: Facts,
  read: (presented: Presented) => Step,
): Step {
  const { card } = action
  const accept = (entryMode: Presented['entryMode']) =>
    read({ card, entryMode, application: applicationFor(card, command.aid), pinBypassed: false })
  if (action.kind === 'tap_card') {
    if (!screen.tap) return stay
    if (!chipAnswers(card))
      return notice(scene, { ...screen, tap: false }, `Not read. Please ${otherWay(screen)} the card`)
    if (card.wear === 'in a phone') return accept('DigitalWallet')
    const onlyWay = !screen.insert && !screen.swipe
    if (onlyWay || (command.amount ?? 0) <= contactlessLimit) return accept('Contactless')
    return notice(scene, { ...screen, tap: false }, `Too much for a tap. Please ${otherWay(screen)}`)
  }
  if (!screen.swipe || card.wear === 'in a phone') return stay
  if (card.wear === 'worn out') return stripeNotRead(scene, screen)
  const chipWorksHere = capabilities.emv && scene.misreads.chip < tries
  // The stripe's service code shows that the card has a chip, which is safer and must be tried first.
  if (hasChip(card) && chipWorksHere) return notice(scene, screen, 'This card has a chip. Please insert it')
  return accept(hasChip(card) && scene.misreads.chip > 0 ? 'FallbackSwipe' : 'Swipe')
}

const otherWay = ({ insert }: WaitingForCardScreen) => (insert ? 'insert' : 'swipe')

function stripeNotRead(scene: Scene, screen: WaitingForCardScreen): Step {
  const misreads = { ...scene.misreads, stripe: scene.misreads.stripe + 1 }
  if (misreads.stripe < tries) {
    return notice(
      { ...scene, misreads },
      screen,
      misreads.stripe === 1 ? 'Not read. Swipe again, try 2' : 'Not read. Swipe again, try 3',
    )
  }
  if (!screen.insert) return typeInstead
  return notice({ ...scene, misreads }, screen, 'Stripe not read. Please insert')
}
