import { isTap } from '../../src-shared/payments/entry-mode.ts'
import { chipAnswers, type TestCard } from '../cards/test-cards.ts'
import { chooseApplication, withApplication } from './application.ts'
import { enterPin, pinScreen } from './pin.ts'
import { cardTaken, present, waitForCard } from './present-card.ts'
import {
  type ReadCardCommand as Command,
  cancelled,
  emptyScene,
  type Facts,
  fail,
  type Input,
  type Presented,
  type PromptFlow,
  type Scene,
  type Step,
  show,
  stay,
} from './prompt-flow.ts'
import { cardFields, firstField, typeCard } from './read-manual.ts'
import { typeField, typingScene } from './typing.ts'

type Reached = readonly ('card_tapped' | 'card_swiped')[]

/**
 * Section 4.4, read_card and auth_card: confirm the amount, present the card, then application, PIN and ZIP if
 * requested. A card that is inserted early is read as soon as the prompt asks for it.
 *
 *   confirm amount? ▶ present the card ▶ application? ▶ PIN? ▶ ZIP? ▶ send
 *                        │ ▲ not read: again, then by the stripe, then
 *                        ╰─┴──────────────────────────▶ typed ─────▶ ╯
 */
export function readCard(command: Command): PromptFlow {
  const confirms = command.confirm_amount && command.amount !== null
  const start = (facts: Facts) => waitOrRead(command, facts)
  return {
    begin(facts) {
      const { amount, currency } = command
      if (!confirms || amount === null) return start(facts)
      return show(emptyScene({ kind: 'confirm_amount', amount, currency }), 'confirming_amount')
    },
    on(scene, action, facts) {
      switch (scene.screen.kind) {
        case 'confirm_amount':
          if (action.kind !== 'key') return stay
          if (action.key === 'red') return cancelled
          return action.key === 'green' ? start(facts) : stay
        case 'waiting_for_card':
          return wait(command, scene, scene.screen, action, facts)
        case 'reading_card':
          return readChip(command, scene, action, facts)
        case 'choose_application':
          if (action.kind === 'remove_card') return removedTooEarly
          return chooseApplication(scene, action, (next) => afterApplication(command, next, []))
        case 'pin':
          if (action.kind === 'remove_card') return removedTooEarly
          return enterPin(scene, action, (next) => afterPin(command, next, []))
        case 'typing':
          return type(command, scene, action)
        default:
          return stay
      }
    },
  }
}

const removedTooEarly = fail('card_removed', 'The card was taken out before it was read.')

/** Reads a card that is already inserted at once. */
function waitOrRead(command: Command, facts: Facts): Step {
  const waiting = waitForCard(command, facts, { chip: 0, stripe: 0 })
  if (waiting.kind !== 'show' || facts.slot === null) return waiting
  return startReading(waiting.scene, facts.slot, ['waiting_for_card', 'card_inserted'])
}

const chipOf = (card: TestCard): Presented => ({
  card,
  entryMode: 'EMVContact',
  application: null,
  pinBypassed: false,
})

const startReading = (
  scene: Scene,
  card: TestCard,
  progress: readonly ('waiting_for_card' | 'card_inserted')[],
): Step => show({ ...scene, screen: { kind: 'reading_card' }, presented: chipOf(card) }, ...progress)

function wait(
  command: Command,
  scene: Scene,
  screen: Extract<Scene['screen'], { kind: 'waiting_for_card' }>,
  action: Input,
  facts: Facts,
): Step {
  switch (action.kind) {
    case 'insert_card':
      return screen.insert ? startReading(scene, action.card, ['card_inserted']) : stay
    case 'tap_card':
    case 'swipe_card':
      return present(command, scene, screen, action, facts, (presented) =>
        afterReading(command, scene, presented),
      )
    case 'remove_card':
      return cardTaken(scene, screen)
    case 'enter_by_hand':
      return show(firstField('', screen), 'entering_card')
    case 'key':
      return action.key === 'red' ? cancelled : stay
    default:
      return stay
  }
}

/** Reading the chip; removing the card now ends the prompt. */
function readChip(command: Command, scene: Scene, action: Input, facts: Facts): Step {
  if (action.kind === 'key' && action.key === 'red') return cancelled
  if (action.kind === 'remove_card') return removedTooEarly
  if (action.kind !== 'chip_read' || scene.presented === null) return stay
  if (chipAnswers(scene.presented.card)) return afterReading(command, scene, scene.presented)
  return waitForCard(command, facts, { ...scene.misreads, chip: scene.misreads.chip + 1 })
}

function afterReading(command: Command, scene: Scene, presented: Presented): Step {
  const chip = presented.entryMode === 'EMVContact'
  const next = chip ? withApplication(scene, presented, command.aid) : { ...scene, presented }
  if (next.screen.kind === 'choose_application') return show(next)
  const swiped = presented.entryMode.endsWith('Swipe')
  return afterApplication(command, next, chip ? [] : [swiped ? 'card_swiped' : 'card_tapped'])
}

/** A tap needs no PIN: it is for small amounts, or a phone has already verified its owner. */
function afterApplication(command: Command, scene: Scene, reached: Reached): Step {
  const tapped = reached.includes('card_tapped')
  if (!command.include_pin || tapped) return afterPin(command, scene, reached)
  return show({ ...scene, screen: pinScreen }, ...reached, 'pin_entry')
}

function afterPin(command: Command, scene: Scene, reached: Reached): Step {
  if (command.include_avs) return show(typingScene(scene, 'postal_code', scene.typed), ...reached)
  return finish(scene, reached)
}

function type(command: Command, scene: Scene, action: Input): Step {
  if (scene.presented === null) {
    return typeCard(scene, action, cardFields(false, command.include_avs), 'FallbackKeyed')
  }
  if (action.kind === 'remove_card') return removedTooEarly
  return typeField(scene, action, () => finish(scene, []))
}

function finish({ presented, typed }: Scene, reached: Reached): Step {
  if (presented === null) return stay
  const { card, entryMode } = presented
  const data = {
    number: card.number,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    // Contactless cards do not provide the name.
    ...(isTap(entryMode) ? {} : { name: card.holder }),
    ...(typed.pin === '' ? {} : { pin: typed.pin }),
    ...(typed.postal_code === '' ? {} : { postal_code: typed.postal_code }),
  }
  return { kind: 'card', progress: reached, reading: { data, ...presented } }
}
