import type { TerminalCommand } from '../../src-shared/terminal/messages.ts'
import type { CardField, ScreenNotice } from '../device/screen-state.ts'
import {
  type CardReading,
  emptyScene,
  type Input,
  nothingTyped,
  type PromptFlow,
  type Scene,
  show,
  type Typed,
} from './prompt-flow.ts'
import { type Due, typeField, typingScene } from './typing.ts'

type Command = Extract<TerminalCommand, { name: 'read_manual' }>

/** Section 4.4, read_manual and auth_manual: the customer types the card. */
export function readManual(command: Command): PromptFlow {
  const fields = cardFields(command.include_cvv, command.include_avs, command.include_expiry)
  return {
    begin: () => show(firstField('', command), 'entering_card'),
    on: (scene, action) => typeCard(scene, action, fields, 'keyed'),
  }
}

/** The fields in the order of their prompts. */
export const cardFields = (cvv: boolean, postalCode: boolean, expiry = true): readonly CardField[] => [
  'number',
  ...(expiry ? (['expiry'] as const) : []),
  ...(cvv ? (['cvv'] as const) : []),
  ...(postalCode ? (['postal_code'] as const) : []),
]

/** @param notice why the card is typed; '' if typing was requested. */
export const firstField = (notice: ScreenNotice, due?: Due): Scene =>
  typingScene(emptyScene({ kind: 'wait' }), 'number', nothingTyped, notice, due)

export const typeCard = (
  scene: Scene,
  action: Input,
  fields: readonly CardField[],
  entryMode: CardReading['entryMode'],
) =>
  typeField(scene, action, (done) => {
    const next = fields[fields.indexOf(done) + 1]
    if (next !== undefined) return show(typingScene(scene, next, scene.typed))
    const nothingRead = { card: null, application: null, pinBypassed: false } as const
    return {
      kind: 'card',
      progress: [],
      reading: { data: typedCard(scene.typed), entryMode, ...nothingRead },
    }
  })

const typedCard = (typed: Typed) => ({
  number: typed.number,
  exp_month: typed.expiry.slice(0, 2),
  exp_year: typed.expiry === '' ? '' : `20${typed.expiry.slice(2)}`,
  ...(typed.cvv === '' ? {} : { cvv: typed.cvv }),
  ...(typed.postal_code === '' ? {} : { postal_code: typed.postal_code }),
})
