import { expect, test } from 'vitest'
import { z } from 'zod'
import { refuseTypedCard } from '../../../../src-main/ipc/typed-card-data.ts'
import { type PosCommandName, posCommands } from '../../../../src-shared/pos/commands.ts'

const card = '4111111111111111'

/** One text within a payload, by the field names that lead to it; 0 stands for the items of a list. */
interface TextField {
  readonly command: PosCommandName
  readonly path: readonly (string | 0)[]
  /** Too short for a card number, or restricted to certain words. */
  readonly isShort: boolean
}

type Node = z.core.JSONSchema.BaseSchema

function textsOf(command: PosCommandName, payload: z.ZodType): readonly TextField[] {
  const whole = z.toJSONSchema(payload, { io: 'input', unrepresentable: 'any' }) as Node
  const walk = (node: Node, path: TextField['path']): readonly TextField[] => {
    if (node.$ref !== undefined) return walk(whole.$defs?.[node.$ref.replace('#/$defs/', '')] as Node, path)
    const inner = (next: unknown, at: TextField['path']) =>
      typeof next === 'object' && next !== null ? walk(next as Node, at) : []
    const isText = node.type === 'string' && node.enum === undefined && node.const === undefined
    return [
      ...(isText ? [{ command, path, isShort: (node.maxLength ?? 99) < 14 }] : []),
      ...[...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])].flatMap((one) =>
        inner(one, path),
      ),
      ...Object.entries(node.properties ?? {}).flatMap(([name, field]) => inner(field, [...path, name])),
      ...inner(node.items, [...path, 0]),
      ...inner(node.additionalProperties, [...path, 'any']),
    ]
  }
  return walk(whole, [])
}

const texts = Object.entries(posCommands).flatMap(([name, row]) =>
  'payload' in row && row.payload !== undefined ? textsOf(name as PosCommandName, row.payload) : [],
)

const refusalOf = ({ command, path }: Pick<TextField, 'command' | 'path'>, text: string) => {
  const payload = path.reduceRight<unknown>((value, name) => (name === 0 ? [value] : { [name]: value }), text)
  return refuseTypedCard(command, payload)
}
const labelOf = ({ command, path }: Pick<TextField, 'command' | 'path'>) =>
  [command, ...path.map((name) => (name === 0 ? '[]' : name))].join('.')

const isId = (name: string | 0 | undefined): boolean =>
  typeof name === 'string' && /^(id|hsn|replaces|serial)$|_ids?$/.test(name)

const ids = texts.filter(({ path }) => isId(path.at(-1)) || (path.at(-1) === 0 && isId(path.at(-2))))

test('the payloads of all commands are covered', () => {
  const labels = texts.map(labelOf)
  for (const label of [
    'sale.charge.note',
    'terminals.use.hsn',
    'tab.remove_line.line_id',
    'order.change.request.item_id',
    'catalogue.pictures.item_ids.[]',
    'catalogue.save_item.item.tax_rate_ids.[]',
    'catalogue.save_tax_rates.tax_rates.[].id',
    'bill.open.exchange.store_credit.card_id',
    'printers.save.address.serial',
    'payments.act.refund_splits.[].description',
    'terminals.try.fields.any',
  ])
    expect(labels).toContain(label)
})

test('no id or serial number of any command is checked for card numbers', () => {
  expect(ids.filter((one) => refusalOf(one, card) !== null).map(labelOf)).toEqual([])
})

test('every other text of every command is checked for card numbers, except those listed here', () => {
  const unsearched = texts
    .filter((one) => !ids.includes(one) && !one.isShort && refusalOf(one, card) === null)
    .map(labelOf)
  expect([...new Set(unsearched)].sort()).toEqual([
    'backup.open.passphrase',
    'backup.save.passphrase',
    'catalogue.import.text',
    'catalogue.preview_import.text',
    'catalogue.save_item.item.barcode',
    'catalogue.save_item.picture',
    'devices.carry.path',
    'gift_cards.print.reference',
    'gift_cards.put_away.reference',
    'payments.export.after',
    'payments.search.after',
    'peripherals.set_up.port.path',
    'printers.save.address.path',
    'printers.save.address.queue',
    'printers.set_logo.picture',
    'returns.begin.tips.[]',
    'sale.charge.saved_card',
    'sale.sign.signature',
    'service.check.api_key',
    'service.check.fingerprint',
    'service.connect.api_key',
    'service.connect.fingerprint',
    'service.unlock.api_key',
    'settings.apply_profile.text',
    'settings.preview_profile.text',
    'staff.recover.secret',
    'terminals.pair.claim_code',
    'terminals.try.fields.any',
  ])
})

test('the reference in a payment search is typed, and is checked for card numbers', () => {
  for (const command of ['payments.search', 'payments.export'] as const)
    expect(refusalOf({ command, path: ['reference'] }, card)).toMatchObject({ code: 'card_data' })
  const kept = { command: 'payments.save_search', path: ['filters', 'reference'] } as const
  expect(refusalOf(kept, card)).toMatchObject({ code: 'card_data' })
})
