import type { TerminalCommand } from '../../src-shared/terminal/messages.ts'
import type { SigningScreen } from '../device/screen-state.ts'
import { cancelled, type Input, open, type PromptFlow, type Step, stay } from './prompt-flow.ts'

type Command = Extract<TerminalCommand, { name: 'read_signature' }>

/** Section 4.4, read_signature: yellow clears the pad, green confirms. An empty pad cannot be confirmed. */
export const signing = (command: Command): PromptFlow => ({
  begin: () => {
    const { prompt, width, height } = command
    return open({ kind: 'signing', prompt, width, height, strokes: [], cleared: 0 }, 'signing')
  },
  on: ({ screen }, input) => (screen.kind === 'signing' ? onPad(screen, input) : stay),
})

function onPad(screen: SigningScreen, input: Input): Step {
  const { strokes, cleared } = screen
  switch (input.kind) {
    case 'draw':
      return open({ ...screen, strokes: [...strokes, ...input.strokes.filter(({ length }) => length > 0)] })
    case 'clear_signature':
      return strokes.length === 0 ? stay : open({ ...screen, strokes: [], cleared: cleared + 1 })
    case 'sign': {
      const signed = [...strokes, ...input.strokes.filter(({ length }) => length > 0)]
      return signed.length === 0 ? stay : { kind: 'signed', strokes: signed }
    }
    case 'key':
      if (input.key === 'red') return cancelled
      if (input.key === 'yellow') return onPad(screen, { kind: 'clear_signature' })
      return input.key === 'green' ? onPad(screen, { kind: 'sign', strokes: [] }) : stay
    default:
      return stay
  }
}
