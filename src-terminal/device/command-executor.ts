import type { TerminalCommand, ToTerminal } from '../../src-shared/terminal/messages.ts'
import type { Prompter } from '../prompts/prompter.ts'
import type { CardSlot } from './card-slot.ts'
import type { CurrentCommand } from './current-command.ts'
import type { DeviceChange } from './device-types.ts'
import type { Display } from './display.ts'
import type { Hardware } from './hardware.ts'
import type { Printer } from './printer.ts'
import type { Reporter } from './reporter.ts'
import { firmwareVersion } from './service-connection.ts'

type Command<Name extends TerminalCommand['name']> = Extract<TerminalCommand, { name: Name }>
type CommandMessage = Extract<ToTerminal, { type: 'command' }>

/** Carries out the service's commands: each is answered at once, or becomes a prompt for the cardholder. */
export interface CommandExecutor {
  execute(message: CommandMessage): void
  /** The id of the command that was begun last; an empty text before the first. */
  lastId(): string
  /** The card was removed: a shown outcome stays for its time from now. @returns false if none is shown */
  cardRemoved(): boolean
}

export function createCommandExecutor({
  emit,
  hardware,
  slot,
  display,
  reporter,
  currentCommand,
  printer,
  prompter,
}: {
  readonly emit: (change: DeviceChange) => void
  readonly hardware: Hardware
  readonly slot: CardSlot
  readonly display: Display
  readonly reporter: Reporter
  readonly currentCommand: CurrentCommand
  readonly printer: Printer
  readonly prompter: Prompter
}): CommandExecutor {
  let outcomeMs = 0
  let lastId = ''

  const showOutcome = (id: string, command: Command<'show_outcome'>) => {
    const { approved, message, amount, currency } = command
    const cardIn = slot.card() !== null
    // The sound is not repeated when the outcome is shown again after a missing signature.
    if (display.screen().kind !== 'outcome')
      emit({ kind: 'sound', sound: approved ? 'approved' : 'declined' })
    reporter.progress(id, approved ? 'approved' : 'declined')
    if (cardIn) reporter.progress(id, 'remove_card')
    outcomeMs = command.clear_after_ms
    const screen = { kind: 'outcome', approved, message, amount, currency, cardIn } as const
    if (cardIn) display.show(screen)
    else display.showFor(screen, outcomeMs)
    // Reported at once, so that the cashier does not wait until the card is removed.
    reporter.result(id, {})
  }

  return {
    execute({ id, command, prompt_timeout_ms }) {
      const busyWith = currentCommand.running()
      if (busyWith !== null && command.name !== 'clear') {
        reporter.failure(id, 'busy', `The terminal is busy with ${busyWith.name}.`)
        return
      }
      emit({ kind: 'command', id, name: command.name })
      lastId = id
      switch (command.name) {
        case 'display':
          if (command.text === '') display.rest()
          else display.show({ kind: 'message', text: command.text })
          reporter.result(id, {})
          return
        case 'version':
          reporter.result(id, { version: firmwareVersion })
          return
        case 'set_clock':
          reporter.result(id, { offset_ms: hardware.ownClock.setTo(Date.parse(command.date_time)) })
          return
        case 'show_outcome':
          showOutcome(id, command)
          return
        case 'clear':
          currentCommand.fail('cancelled_by_service', 'The terminal was cleared.')
          display.rest()
          reporter.result(id, {})
          return
        case 'print':
          if (hardware.capabilities().printer) printer.print(id, command)
          else reporter.failure(id, 'unsupported', 'This terminal has no printer.')
          return
        default: {
          if ('beep' in command && command.beep) emit({ kind: 'sound', sound: 'beep' })
          prompter.ask(id, command, prompt_timeout_ms)
        }
      }
    },
    lastId: () => lastId,
    cardRemoved() {
      const screen = display.screen()
      if (screen.kind !== 'outcome') return false
      display.showFor({ ...screen, cardIn: false }, outcomeMs)
      return true
    },
  }
}
