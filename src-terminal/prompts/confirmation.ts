import type { TerminalCommand } from '../../src-shared/terminal/messages.ts'
import { open, type PromptFlow, reply, stay } from './prompt-flow.ts'

type Command = Extract<TerminalCommand, { name: 'read_confirmation' }>

/** Section 4.4, read_confirmation: the green key is yes, the red key no. */
export const confirmation = (command: Command): PromptFlow => ({
  begin: () => open({ kind: 'confirm', prompt: command.prompt }),
  on(_scene, input) {
    if (input.kind !== 'key') return stay
    if (input.key === 'green') return reply({ confirmed: true })
    if (input.key === 'red') return reply({ confirmed: false })
    return stay
  },
})
