import type { TerminalCommand } from '../../src-shared/terminal/messages.ts'
import { type InputFormat, inputFormat } from './input-format.ts'
import { cancelled, fail, type Input, open, type PromptFlow, reply, type Step, stay } from './prompt-flow.ts'

type Command = Extract<TerminalCommand, { name: 'read_input' }>

/** Section 4.4, read_input: returns the typed text without the characters added for display. */
export function input(command: Command): PromptFlow {
  const format = inputFormat(command.format)
  const screen = (text: string): Step =>
    open({ kind: 'input', prompt: command.prompt, format: command.format, text })
  return {
    begin: () =>
      format === null ? fail('invalid', `The format ${command.format} is not known.`) : screen(''),
    on(scene, action) {
      if (scene.screen.kind !== 'input' || format === null) return stay
      const { text } = scene.screen
      const added = characterOf(action, format)
      if (added !== null) return text.length < format.longest ? screen(text + added) : stay
      if (action.kind !== 'key') return stay
      if (action.key === 'red') return cancelled
      if (action.key === 'yellow') return screen(text.slice(0, -1))
      return text.length >= format.shortest && format.fits(text) ? reply({ input: text }) : stay
    },
  }
}

function characterOf(action: Input, format: InputFormat): string | null {
  if (action.kind === 'key' && /^\d$/.test(action.key)) return action.key
  const letter = action.kind === 'letter' && format.letters && /^[A-Za-z ]$/.test(action.letter)
  return letter ? action.letter : null
}
