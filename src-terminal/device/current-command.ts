import { assertNever } from '../../src-shared/result.ts'
import type { CommandFailure, TerminalCommandName } from '../../src-shared/terminal/messages.ts'
import type { CardSlot } from './card-slot.ts'
import type { Display } from './display.ts'
import type { Reporter } from './reporter.ts'

/** The command that the terminal is executing. */
export interface RunningCommand {
  readonly id: string
  readonly name: TerminalCommandName
  /** Cancels its timers. */
  stopTimers: () => void
}

/** Runs one command at a time. Each ends once: with its result, or with one failure. */
export interface CurrentCommand {
  running(): RunningCommand | null
  isRunning(job: RunningCommand): boolean
  start(job: RunningCommand): void
  succeed(job: RunningCommand, data: Readonly<Record<string, unknown>>): void
  /** Ends the running command, if any, and shows the customer the reason. */
  fail(reason: CommandFailure, message: string): void
  /** Ends the running command without a report: the link is gone. */
  drop(): void
}

/** How long a notice is shown before the screen rests, in ms. */
const noticeMs = 1500

export function createCurrentCommand(reporter: Reporter, display: Display, slot: CardSlot): CurrentCommand {
  let current: RunningCommand | null = null
  const end = (): RunningCommand | null => {
    const ended = current
    ended?.stopTimers()
    current = null
    // A card that is inserted early waits for its prompt; after that prompt it has to be removed.
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
      // The payment's outcome stays on the screen: it is valid whatever happens to the signature.
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

/** The text for the customer when a prompt ends without an answer; null for none. */
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
    // The printer asks for paper itself.
    case 'paper_out':
      return null
    default:
      return assertNever(reason)
  }
}
