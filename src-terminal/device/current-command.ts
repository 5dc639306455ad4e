import { assertNever } from '../../src-shared/result.ts'
import type { CommandFailure, TerminalCommandName } from '../../src-shared/terminal/messages.ts'
import type { CardSlot } from './card-slot.ts'
import type { Display } from './display.ts'
import type { Reporter } from './reporter.ts'

/** The command that the terminal is busy with. */
export interface RunningCommand {
  readonly id: string
  readonly name: TerminalCommandName
  /** Calls off what is timed for it. */
  stopTimers: () => void
}

/** One command at a time, and each ends once: with its result, or with one failure. */
export interface CurrentCommand {
  running(): RunningCommand | null
  isRunning(job: RunningCommand): boolean
  start(job: RunningCommand): void
  succeed(job: RunningCommand, data: Readonly<Record<string, unknown>>): void
  /** Ends what runs, if anything does, and shows the customer why. */
  fail(reason: CommandFailure, message: string): void
  /** Ends what runs without a word: the link is gone. */
  drop(): void
}

/** How long the screen shows what happened before it rests, ms. */
const noticeMs = 1500

export function createCurrentCommand(reporter: Reporter, display: Display, slot: CardSlot): CurrentCommand {
  let current: RunningCommand | null = null
  const end = (): RunningCommand | null => {
    const ended = current
    ended?.stopTimers()
    current = null
    // A card put in early waits for the prompt that wants it; after that prompt it has to be taken.
    if (ended?.name === 'read_card' || ended?.name === 'read_manual') slot.markUsed()
    return ended
  }
  return {
    running: () => current,
    isRunning: (job) => current === job,
    start(job) {
      current = job
    },
    succeed(job, data) {
      if (current !== job) return
      end()
      reporter.result(job.id, data)
    },
    fail(reason, message) {
      const ended = end()
      if (ended === null) return
      reporter.failure(ended.id, reason, message)
      // How the payment ended stands there, and stays true whatever becomes of the signature.
      if (display.screen().kind === 'outcome') return
      const notice = ended.name === 'read_signature' ? 'No signature' : noticeOf(reason)
      if (notice === null) display.rest()
      else display.showFor({ kind: 'message', text: notice }, noticeMs)
    },
    drop() {
      end()
    },
  }
}

/** What the customer reads when a prompt ends without their answer; null: nothing. */
function noticeOf(reason: CommandFailure): string | null {
  switch (reason) {
    case 'cancelled_at_terminal':
    case 'cancelled_by_service':
      return 'Cancelled'
    case 'timed_out':
      return 'Timed out'
    case 'card_removed':
      return 'Card removed too early'
    case 'card_unreadable':
      return 'Card not read'
    case 'pin_blocked':
      return 'PIN wrong three times\nPlease use another card'
    case 'unsupported':
    case 'busy':
    case 'invalid':
    // The printer asks for paper by itself.
    case 'paper_out':
      return null
    default:
      return assertNever(reason)
  }
}
