import type { TerminalCommand } from '../../src-shared/terminal/messages.ts'
import type { TestCard } from '../cards.ts'
import type { WaitingForCardScreen } from '../screen-state.ts'
import { cardFields, firstField, typeCard } from './read-manual.ts'
import {
  type Conversation,
  cancelled,
  type Facts,
  fail,
  type Input,
  nothingTyped,
  type Presented,
  type Scene,
  type Step,
  show,
  stay,
} from './step.ts'
import { typeField, typingScene } from './typing.ts'

type Command = Extract<TerminalCommand, { name: 'read_card' }>

/** After so many failed reads of a chip the stripe may be used instead (FallbackSwipe). */
const chipTries = 3

/**
 * Section 4.4, read_card and auth_card: confirm the amount, present the card, PIN and ZIP where asked.
 * A card put in before its time is read as soon as it is wanted.
 */
export function readCard(command: Command): Conversation {
  const confirms = command.confirm_amount && command.amount !== null
  return {
    begin(facts) {
      const { amount, currency } = command
      if (!confirms || amount === null) return wait(command, facts, 0)
      return show(sceneOf({ kind: 'confirm_amount', amount, currency }, 0), 'confirming_amount')
    },
    on(scene, action, facts) {
      switch (scene.screen.kind) {
        case 'confirm_amount':
          if (action.kind !== 'key') return stay
          if (action.key === 'red') return cancelled
          return action.key === 'green' ? wait(command, facts, 0) : stay
        case 'waiting_for_card':
          return present(command, scene, scene.screen, action)
        case 'reading_card':
          return read(command, scene, action, facts)
        case 'pin':
          return enterPin(command, scene, action)
        case 'typing':
          return type(command, scene, action)
        default:
          return stay
      }
    },
  }
}

const sceneOf = (screen: Scene['screen'], misreads: number): Scene => ({
  screen,
  typed: nothingTyped,
  presented: null,
  misreads,
})

function wait(command: Command, { capabilities, slot }: Facts, misreads: number): Step {
  const chip = capabilities.emv && misreads < chipTries
  const screen: WaitingForCardScreen = {
    kind: 'waiting_for_card',
    amount: command.amount,
    currency: command.currency,
    insert: chip,
    tap: capabilities.nfc && misreads === 0,
    swipe: capabilities.msr,
    notice: misreads === 0 ? '' : chip ? 'Chip not read. Take it out, try again' : 'Please swipe the card',
  }
  if (!screen.insert && !screen.tap && !screen.swipe) {
    return fail('card_unreadable', 'The card could not be read, and this terminal has no other reader.')
  }
  const scene = sceneOf(screen, misreads)
  if (slot !== null && misreads === 0) return startReading(scene, slot, ['waiting_for_card', 'card_inserted'])
  return misreads === 0 ? show(scene, 'waiting_for_card') : show(scene)
}

const startReading = (
  scene: Scene,
  card: TestCard,
  progress: readonly ('waiting_for_card' | 'card_inserted')[],
) =>
  show(
    { ...scene, screen: { kind: 'reading_card' }, presented: { card, entryMode: 'EMVContact' } },
    ...progress,
  )

function present(command: Command, scene: Scene, screen: WaitingForCardScreen, action: Input): Step {
  switch (action.kind) {
    case 'insert_card':
      return screen.insert ? startReading(scene, action.card, ['card_inserted']) : stay
    case 'tap_card':
      if (!screen.tap) return stay
      return action.card.chip === 'worn'
        ? show({ ...scene, screen: { ...screen, notice: 'Not read. Please insert the card' } })
        : afterReading(command, scene, { card: action.card, entryMode: 'Contactless' })
    case 'swipe_card': {
      if (!screen.swipe) return stay
      const entryMode = scene.misreads > 0 ? 'FallbackSwipe' : 'Swipe'
      return afterReading(command, scene, { card: action.card, entryMode })
    }
    case 'enter_by_hand':
      return show(firstField(), 'entering_card')
    case 'key':
      return action.key === 'red' ? cancelled : stay
    default:
      return stay
  }
}

/** The chip is being read; taking the card out now ends it. */
function read(command: Command, scene: Scene, action: Input, facts: Facts): Step {
  if (action.kind === 'key' && action.key === 'red') return cancelled
  if (action.kind === 'remove_card') return removedTooEarly
  if (action.kind !== 'chip_read' || scene.presented === null) return stay
  if (scene.presented.card.chip === 'worn') return wait(command, facts, scene.misreads + 1)
  return afterReading(command, scene, scene.presented)
}

const removedTooEarly = fail('card_removed', 'The card was taken out before it was read.')

function afterReading(command: Command, scene: Scene, presented: Presented): Step {
  const next = { ...scene, presented }
  const contactless = presented.entryMode === 'Contactless'
  const tapped = contactless ? (['card_tapped'] as const) : []
  const swiped = presented.entryMode.endsWith('Swipe') ? (['card_swiped'] as const) : []
  if (command.include_pin && !contactless) {
    return show({ ...next, screen: { kind: 'pin', digits: 0 } }, ...swiped, 'pin_entry')
  }
  return afterPin(command, next, [...tapped, ...swiped])
}

function enterPin(command: Command, scene: Scene, action: Input): Step {
  if (action.kind === 'remove_card') return removedTooEarly
  if (action.kind !== 'key') return stay
  const { pin } = scene.typed
  const withPin = (next: string): Step =>
    show({ ...scene, typed: { ...scene.typed, pin: next }, screen: { kind: 'pin', digits: next.length } })
  switch (action.key) {
    case 'red':
      return cancelled
    case 'yellow':
      return withPin(pin.slice(0, -1))
    case 'green':
      return pin.length >= 4 ? afterPin(command, scene, []) : stay
    default:
      return pin.length < 12 ? withPin(pin + action.key) : stay
  }
}

function afterPin(
  command: Command,
  scene: Scene,
  progress: readonly ('card_tapped' | 'card_swiped')[],
): Step {
  if (command.include_avs) return show(typingScene(scene, 'postal_code', scene.typed), ...progress)
  return finish(scene, progress)
}

function type(command: Command, scene: Scene, action: Input): Step {
  if (scene.presented === null) {
    return typeCard(scene, action, cardFields(false, command.include_avs), 'FallbackKeyed')
  }
  if (action.kind === 'remove_card') return removedTooEarly
  return typeField(scene, action, () => finish(scene, []))
}

function finish({ presented, typed }: Scene, progress: readonly ('card_tapped' | 'card_swiped')[]): Step {
  if (presented === null) return stay
  const { card, entryMode } = presented
  const data = {
    number: card.number,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    // Contactless cards do not tell the name.
    ...(entryMode === 'Contactless' ? {} : { name: card.holder }),
    ...(typed.pin === '' ? {} : { pin: typed.pin }),
    ...(typed.postal_code === '' ? {} : { postal_code: typed.postal_code }),
  }
  return { kind: 'card', progress, reading: { data, entryMode, card } }
}
