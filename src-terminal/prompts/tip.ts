import { percentOf } from '../../src-shared/money.ts'
import type { TerminalCommand } from '../../src-shared/terminal/messages.ts'
import type { CustomTipScreen, TipScreen } from '../device/screen-state.ts'
import { cancelled, fail, type Input, open, type PromptFlow, reply, type Step, stay } from './prompt-flow.ts'

type Command = Extract<TerminalCommand, { name: 'tip' }>

/** The largest tip that can be typed, in cents. */
const largestTip = 9_999_999

/** Section 4.4, tip: one of the presets, a typed amount, or none. */
export function tip(command: Command): PromptFlow {
  const choices: TipScreen = {
    kind: 'tip',
    prompt: command.prompt,
    amount: command.amount,
    currency: command.currency,
    presets: command.percent_presets.map((percent) => ({ percent, tip: percentOf(command.amount, percent) })),
    custom: command.custom,
  }
  const { amount, currency } = command
  const customTip = (cents: number): Step => open({ kind: 'custom_tip', amount, currency, tip: cents })
  const start = () => (choices.presets.length === 0 ? customTip(0) : open(choices))
  return {
    begin() {
      if (choices.presets.length === 0 && !choices.custom) {
        return fail('invalid', 'A tip needs at least one preset or the custom amount.')
      }
      const first = start()
      return first.kind === 'show' ? { ...first, progress: ['choosing_tip'] } : first
    },
    on(scene, action) {
      if (scene.screen.kind === 'tip') return choose(scene.screen, action, customTip)
      if (scene.screen.kind !== 'custom_tip') return stay
      if (action.kind === 'key' && action.key === 'red' && choices.presets.length > 0) return start()
      return typeTip(scene.screen, action, customTip)
    },
  }
}

function choose(screen: TipScreen, action: Input, customTip: (cents: number) => Step): Step {
  if (action.kind === 'key') return action.key === 'red' ? cancelled : stay
  if (action.kind !== 'choose_tip') return stay
  const { choice } = action
  if (choice.kind === 'none') return reply({ tip: 0 })
  if (choice.kind === 'custom') return screen.custom ? customTip(0) : stay
  const preset = screen.presets.find(({ percent }) => percent === choice.percent)
  return preset === undefined ? stay : reply({ tip: preset.tip })
}

function typeTip(screen: CustomTipScreen, action: Input, customTip: (cents: number) => Step): Step {
  if (action.kind === 'choose_tip') return action.choice.kind === 'none' ? reply({ tip: 0 }) : stay
  if (action.kind !== 'key') return stay
  switch (action.key) {
    case 'red':
      return cancelled
    case 'yellow':
      return customTip(Math.floor(screen.tip / 10))
    case 'green':
      return reply({ tip: screen.tip })
    default: {
      const cents = screen.tip * 10 + Number(action.key)
      return cents > largestTip ? stay : customTip(cents)
    }
  }
}
