import type { TerminalCommand } from '../../src-shared/terminal/messages.ts'
import { type Conversation, cancelled, open, stay } from './step.ts'

type Command = Extract<TerminalCommand, { name: 'read_signature' }>

/** Section 4.4, read_signature. An empty pad cannot be handed in. */
export const signing = (command: Command): Conversation => ({
  begin: () => {
    const { prompt, width, height } = command
    return open({ kind: 'signing', prompt, width, height }, 'signing')
  },
  on(_scene, input) {
    if (input.kind === 'key' && input.key === 'red') return cancelled
    if (input.kind !== 'sign') return stay
    return input.strokes.some((stroke) => stroke.length > 0)
      ? { kind: 'signed', strokes: input.strokes }
      : stay
  },
})
