import type { DeviceCapabilities } from '../../src-shared/api/schemas/terminal.ts'
import type { CardData } from '../../src-shared/terminal/card-encryption.ts'
import type { CommandFailure, CommandReply, TerminalCommand } from '../../src-shared/terminal/messages.ts'
import type { Progress } from '../../src-shared/terminal/progress.ts'
import type { Application } from '../cards/chip-applications.ts'
import type { TestCard } from '../cards/test-cards.ts'
import type { Action } from '../device/actions.ts'
import type { CardField, Screen } from '../device/screen-state.ts'
import type { Stroke } from './signature/stroke.ts'

/**
 * A prompt as a pure function of the state so far and the customer's action: the device holds the scene, runs the
 * timers and communicates with the service.
 */
export interface PromptFlow {
  begin(facts: Facts): Step
  on(scene: Scene, input: Input, facts: Facts): Step
}

/** The terminal's hardware, and the card in its slot. */
export interface Facts {
  readonly capabilities: DeviceCapabilities
  /** The card in the slot. */
  readonly slot: TestCard | null
}

/** An action of the customer, or the end of reading the chip. */
export type Input = Action | { readonly kind: 'chip_read' }

/** The screen, and the data that must not appear on it. */
export interface Scene {
  readonly screen: Screen
  readonly typed: Typed
  readonly presented: Presented | null
  /** Failed reads, by chip and stripe. */
  readonly misreads: { readonly chip: number; readonly stripe: number }
  readonly wrongPins: number
}

/** The customer's secret entries: card fields and the PIN. */
export type Typed = Readonly<Record<CardField | 'pin', string>>

/** How a card was presented to the terminal. */
export interface Presented {
  readonly card: TestCard
  readonly entryMode: CommandReply<'read_card'>['entry_mode']
  /** The chosen application; null before the choice, and if there is none. */
  readonly application: Application | null
  readonly pinBypassed: boolean
}

/** A card that is ready to be encrypted and sent. */
export interface CardReading {
  readonly data: CardData
  readonly entryMode: CommandReply<'read_card'>['entry_mode']
  /** Null for a typed card. */
  readonly card: TestCard | null
  readonly application: Application | null
  readonly pinBypassed: boolean
}

export type ReadCardCommand = Extract<TerminalCommand, { name: 'read_card' }>

export type Step =
  /** The action is not possible now. */
  | { readonly kind: 'stay' }
  | { readonly kind: 'show'; readonly scene: Scene; readonly progress: readonly Progress[] }
  | { readonly kind: 'reply'; readonly data: Readonly<Record<string, unknown>> }
  | { readonly kind: 'card'; readonly reading: CardReading; readonly progress: readonly Progress[] }
  | { readonly kind: 'signed'; readonly strokes: readonly Stroke[] }
  | { readonly kind: 'fail'; readonly reason: CommandFailure; readonly message: string }

export const nothingTyped: Typed = { number: '', expiry: '', cvv: '', postal_code: '', pin: '' }

/** A screen with nothing typed and no card presented. */
export const emptyScene = (screen: Screen): Scene => ({
  screen,
  typed: nothingTyped,
  presented: null,
  misreads: { chip: 0, stripe: 0 },
  wrongPins: 0,
})

export const stay: Step = { kind: 'stay' }

export const show = (scene: Scene, ...progress: readonly Progress[]): Step => ({
  kind: 'show',
  scene,
  progress,
})

/** Shows the first screen, with nothing typed and no card presented. */
export const open = (screen: Screen, ...progress: readonly Progress[]): Step =>
  show(emptyScene(screen), ...progress)

export const reply = (data: Readonly<Record<string, unknown>>): Step => ({ kind: 'reply', data })

export const fail = (reason: CommandFailure, message: string): Step => ({ kind: 'fail', reason, message })

export const cancelled: Step = fail('cancelled_at_terminal', 'The customer pressed the cancel key.')
