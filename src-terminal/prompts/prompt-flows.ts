import type { TerminalCommand } from '../../src-shared/terminal/messages.ts'
import { confirmation } from './confirmation.ts'
import { input } from './input.ts'
import type { PromptFlow } from './prompt-flow.ts'
import { readCard } from './read-card.ts'
import { readManual } from './read-manual.ts'
import { signing } from './signing.ts'
import { tip } from './tip.ts'

export type PromptCommand = Extract<
  TerminalCommand,
  { name: 'read_confirmation' | 'read_input' | 'tip' | 'read_card' | 'read_manual' | 'read_signature' }
>

export function promptFlowFor(command: PromptCommand): PromptFlow {
  switch (command.name) {
    case 'read_confirmation':
      return confirmation(command)
    case 'read_input':
      return input(command)
    case 'tip':
      return tip(command)
    case 'read_card':
      return readCard(command)
    case 'read_manual':
      return readManual(command)
    case 'read_signature':
      return signing(command)
  }
}
