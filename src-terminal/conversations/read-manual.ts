import type { TerminalCommand } from '../../src-shared/terminal/messages.ts'
import type { CardField } from '../screen-state.ts'
import { type CardReading, type Conversation, nothingTyped, type Scene, show, type Typed } from './step.ts'
import { typeField, typingScene } from './typing.ts'

type Command = Extract<TerminalCommand, { name: 'read_manual' }>

/** Section 4.4, read_manual and auth_manual: the customer types the card. */
export function readManual(command: Command): Conversation {
  const fields = cardFields(command.include_cvv, command.include_avs)
  return {
    begin: () => show(firstField(), 'entering_card'),
    on: (scene, action) => typeCard(scene, action, fields, 'keyed'),
  }
}

/** The fields in the order they are asked for. */
export const cardFields = (cvv: boolean, postalCode: boolean): readonly CardField[] => [
  'number',
  'expiry',
  ...(cvv ? (['cvv'] as const) : []),
  ...(postalCode ? (['postal_code'] as const) : []),
]

const blank: Scene = { screen: { kind: 'wait' }, typed: nothingTyped, presented: null, misreads: 0 }

export const firstField = (): Scene => typingScene(blank, 'number', nothingTyped)

export const typeCard = (
  scene: Scene,
  action: Parameters<typeof typeField>[1],
  fields: readonly CardField[],
  entryMode: CardReading['entryMode'],
) =>
  typeField(scene, action, (done) => {
    const next = fields[fields.indexOf(done) + 1]
    if (next !== undefined) return show(typingScene(scene, next, scene.typed))
    return { kind: 'card', progress: [], reading: { data: typedCard(scene.typed), entryMode, card: null } }
  })

const typedCard = (typed: Typed) => ({
  number: typed.number,
  exp_month: typed.expiry.slice(0, 2),
  exp_year: `20${typed.expiry.slice(2)}`,
  ...(typed.cvv === '' ? {} : { cvv: typed.cvv }),
  ...(typed.postal_code === '' ? {} : { postal_code: typed.postal_code }),
})
