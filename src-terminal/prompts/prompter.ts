import type { DeviceCapabilities } from '../../src-shared/api/schemas/terminal.ts'
import { assertNever } from '../../src-shared/result.ts'
import { cardBindingOf } from '../../src-shared/terminal/card-binding.ts'
import { encryptCard } from '../../src-shared/terminal/card-encryption.ts'
import type { ServiceKey } from '../../src-shared/terminal/service-key.ts'
import { cardReply } from '../cards/card-reply.ts'
import type { CardSlot } from '../device/card-slot.ts'
import type { CurrentCommand, RunningCommand } from '../device/current-command.ts'
import type { DeviceClock } from '../device/device-clock.ts'
import type { Display } from '../device/display.ts'
import type { Reporter } from '../device/reporter.ts'
import type { CardReading, Input, PromptFlow, Scene, Step } from './prompt-flow.ts'
import { type PromptCommand, promptFlowFor } from './prompt-flows.ts'
import { encodeSignature } from './signature/encode.ts'
import type { Stroke } from './signature/stroke.ts'

/** Leads the customer through a prompt: runs its flow and its timeout, and sends the result. */
export interface Prompter {
  ask(id: string, command: PromptCommand, timeoutMs: number): void
  /** Handles an action of the customer. */
  feed(input: Input): void
  /** The previous sale's card was removed. @returns false if no prompt was waiting for that. */
  cardTaken(): boolean
}

export interface PrompterParts {
  readonly hsn: string
  readonly clock: DeviceClock
  readonly display: Display
  readonly currentCommand: CurrentCommand
  readonly reporter: Reporter
  readonly slot: CardSlot
  /** Reading a chip, in ms. */
  readonly readMs: number
  capabilities(): DeviceCapabilities
  /** Null until a service has welcomed the terminal. */
  publicKey(): ServiceKey | null
}

interface Prompt extends RunningCommand {
  readonly command: PromptCommand
  readonly flow: PromptFlow
  /** Null until the flow has begun. */
  scene: Scene | null
  /** The customer is done; the answer is being prepared. */
  sending: boolean
}

/** Pause between two prompts of one sale, and after the last one, in ms. */
const betweenPromptsMs = 4000
const thanksMs = 2500
/** The service allows the processor 30 s; a little later the screen stops waiting for an answer. In ms. */
const answerMs = 45_000

export function createPrompter(parts: PrompterParts): Prompter {
  const { clock, display, currentCommand, reporter, slot } = parts
  let transactions = 0
  let latest: Prompt | null = null
  const running = (): Prompt | null => (latest !== null && currentCommand.isRunning(latest) ? latest : null)
  const facts = () => ({ capabilities: parts.capabilities(), slot: slot.card() })

  const apply = (prompt: Prompt, step: Step): void => {
    switch (step.kind) {
      case 'stay':
        return
      case 'show':
        prompt.scene = step.scene
        for (const reached of step.progress) reporter.progress(prompt.id, reached)
        display.show(step.scene.screen)
        if (step.scene.screen.kind === 'reading_card') readChip(prompt)
        return
      case 'reply':
        currentCommand.succeed(prompt, step.data)
        display.showFor({ kind: 'wait' }, betweenPromptsMs)
        return
      case 'card':
        for (const reached of step.progress) reporter.progress(prompt.id, reached)
        prepare(prompt, sendCard(prompt, step.reading))
        return
      case 'signed':
        prepare(prompt, sendSignature(prompt, step.strokes))
        return
      case 'fail':
        currentCommand.fail(step.reason, step.message)
        return
      default:
        assertNever(step)
    }
  }
  const begin = (prompt: Prompt) => apply(prompt, prompt.flow.begin(facts()))
  const feed = (input: Input) => {
    const prompt = running()
    if (prompt === null || prompt.scene === null || prompt.sending) return
    apply(prompt, prompt.flow.on(prompt.scene, input, facts()))
  }
  const readChip = (prompt: Prompt) => {
    const { scene } = prompt
    clock.after(parts.readMs, () => {
      if (running() === prompt && prompt.scene === scene) feed({ kind: 'chip_read' })
    })
  }

  const prepare = (prompt: Prompt, preparing: Promise<void>) => {
    prompt.sending = true
    preparing.catch(() => {
      // The error may quote card data, so the service receives only the fact.
      if (running() === prompt) currentCommand.fail('invalid', 'The terminal could not prepare its answer.')
    })
  }
  const sendCard = async (prompt: Prompt, reading: CardReading) => {
    const key = parts.publicKey()
    const { command } = prompt
    if (key === null || (command.name !== 'read_card' && command.name !== 'read_manual')) return
    const card = await encryptCard(reading.data, key, cardBindingOf(prompt.id, parts.hsn, command))
    if (running() !== prompt) return
    transactions += 1

    const data =
      command.name === 'read_manual'
        ? { entry_mode: reading.entryMode, card }
        : cardReply(command, reading, card, { hsn: parts.hsn, counter: transactions })
    currentCommand.succeed(prompt, data)
    display.showFor({ kind: 'processing' }, answerMs)
  }
  const sendSignature = async (prompt: Prompt, strokes: readonly Stroke[]) => {
    if (prompt.command.name !== 'read_signature') return
    const signature = await encodeSignature(strokes, prompt.command)
    if (running() !== prompt) return
    currentCommand.succeed(prompt, { signature })
    display.showFor({ kind: 'message', text: 'Thank you' }, thanksMs)
  }

  return {
    ask(id, command, timeoutMs) {
      const missing = missingHardware(command, parts.capabilities())
      if (missing !== null) {
        reporter.failure(id, 'unsupported', missing)
        return
      }
      const stopTimers = clock.after(timeoutMs, () =>
        currentCommand.fail(
          'timed_out',
          `The customer did not answer within ${Math.round(timeoutMs / 1000)} s.`,
        ),
      )
      const flow = promptFlowFor(command)
      latest = { id, name: command.name, command, flow, scene: null, sending: false, stopTimers }
      currentCommand.start(latest)
      if (!slot.mustBeTaken()) {
        begin(latest)
        return
      }
      reporter.progress(id, 'remove_card')
      // "Approved" stays until the card is removed.
      if (display.screen().kind !== 'outcome') display.show({ kind: 'remove_card' })
    },
    feed(input) {
      const prompt = running()
      const cancels = input.kind === 'key' && input.key === 'red'
      if (prompt?.scene === null && cancels) {
        currentCommand.fail('cancelled_at_terminal', 'The customer pressed the cancel key.')
      } else feed(input)
    },
    cardTaken() {
      const prompt = running()
      if (prompt === null || prompt.scene !== null) return false
      begin(prompt)
      return true
    },
  }
}

function missingHardware(command: PromptCommand, capabilities: DeviceCapabilities): string | null {
  if (command.name === 'read_signature' && !capabilities.signature) {
    return 'This terminal takes no signatures.'
  }
  if (command.name === 'read_card' && command.include_pin && !capabilities.pin_pad) {
    return 'This terminal has no PIN pad.'
  }
  return null
}
