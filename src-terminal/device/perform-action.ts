import type { Prompter } from '../prompts/prompter.ts'
import type { Action } from './actions.ts'
import type { CardSlot } from './card-slot.ts'
import type { CommandExecutor } from './command-executor.ts'
import type { CurrentCommand } from './current-command.ts'
import type { Display } from './display.ts'
import type { Hardware } from './hardware.ts'
import type { Reporter } from './reporter.ts'

/** @returns the function that performs a person's action: on the card slot, the device itself, or the screen */
export function createPerformAction({
  hardware,
  slot,
  display,
  reporter,
  currentCommand,
  prompter,
  commands,
}: {
  readonly hardware: Hardware
  readonly slot: CardSlot
  readonly display: Display
  readonly reporter: Reporter
  readonly currentCommand: CurrentCommand
  readonly prompter: Prompter
  readonly commands: CommandExecutor
}): (action: Action) => void {
  const removeCard = () => {
    const taken = slot.take()
    if (taken === null) return
    if (taken.used) reporter.progress(currentCommand.running()?.id ?? commands.lastId(), 'card_removed')
    if (prompter.cardTaken()) return
    if (currentCommand.running() !== null) {
      prompter.feed({ kind: 'remove_card' })
      return
    }
    if (!commands.cardRemoved() && display.screen().kind === 'remove_card') display.rest()
  }

  return (action) => {
    switch (action.kind) {
      case 'insert_card':
        // A phone cannot be inserted.
        if (action.card.wear !== 'in a phone' && slot.insert(action.card)) prompter.feed(action)
        return
      case 'remove_card':
        removeCard()
        return
      case 'tap_card':
      case 'swipe_card':
        if (slot.card() === null) prompter.feed(action)
        return
      case 'load_paper':
      case 'lose_network':
      case 'plug_network':
      case 'reboot':
      case 'misset_clock':
      case 'set_condition':
      case 'fit_hardware':
        hardware.handle(action)
        return
      default:
        prompter.feed(action)
    }
  }
}
