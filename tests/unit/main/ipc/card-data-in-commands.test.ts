import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCommandAnswerer, type PosHandlers } from '../../../../src-main/ipc/command-answerer.ts'
import { defaultSettings } from '../../../../src-main/settings/settings.ts'
import { openStaffSession } from '../../../../src-main/staff/staff-session.ts'
import { type PosCommandName, posCommands } from '../../../../src-shared/pos/commands.ts'
import { ok } from '../../../../src-shared/result.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { lowPinCost } from '../support/pin-cost.ts'
import { quietLog } from '../support/service.ts'

const card = '4111 1111 1111 1111'
const track = ';4111111111111111=30121010000000000?'

/** Opens a counter without people, where everybody has the rights of a cashier. */
async function setUp() {
  const staff = await openStaffSession({
    path: join(await temporaryFolder('countertop-card-data'), 'pins.json'),
    now: Date.now,
    pepper: async () => null,
    pinCost: lowPinCost,
    log: quietLog,
  })
  const ran: PosCommandName[] = []
  const handlers = Object.fromEntries(
    (Object.keys(posCommands) as PosCommandName[]).map((name) => [
      name,
      () => {
        ran.push(name)
        return ok(null)
      },
    ]),
  ) as unknown as PosHandlers
  const audit = { add: () => undefined, begin: async () => () => undefined }
  const ask = createCommandAnswerer({
    handlers,
    staff,
    audit,
    settings: () => defaultSettings('en'),
    log: quietLog,
  })
  return { ask, ran, staff }
}

test('a card number typed into a note, a name or a reason is refused and stored nowhere', async () => {
  const { ask, ran } = await setUp()
  const order = { id: '12345678-1234-1234', pin: null }
  const typed: readonly (readonly [PosCommandName, unknown])[] = [
    ['sale.charge', { amount: 100, entry: 'card', note: card }],
    ['sale.charge', { amount: 100, entry: 'card', note: track }],
    ['bill.open', { amount: 100, note: card }],
    ['bill.take_cash', { tendered: 100, balance: 100, note: card }],
    ['links.send', { amount: 100, note: card, receiver: { kind: 'code' } }],
    ['drawer.no_sale', { reason: card }],
    ['drawer.put_in', { amount: 100, reason: `change, ${card}` }],
    ['drawer.take_out', { kind: 'drop', amount: 100, reason: card, bill: '' }],
    ['order.change', { ...order, request: { kind: 'hold', name: card } }],
    ['order.change', { ...order, request: { kind: 'hold', name: 'Table 4', note: card } }],
    ['order.change', { ...order, request: { kind: 'set_note', line_id: '1', note: card } }],
    ['order.change', { ...order, request: { kind: 'add_amount', unit_amount: 1, name: card } }],
  ]
  for (const [name, payload] of typed) {
    const answer = await ask(name, payload)
    expect(answer, name).toMatchObject({ ok: false, error: { code: 'card_data' } })
    expect(JSON.stringify(answer)).not.toContain('4111')
  }
  expect(ran).toEqual([])
})

test('a card number typed by a manager is refused in the same way', async () => {
  const { ask, ran, staff } = await setUp()
  await staff.choosePin({ role: 'manager', current: null, pin: '246810' })
  await staff.enter({ role: 'manager', pin: '246810' })
  const filters = {
    ...{ reference: '', field: 'any', status: 'any', amount: '', amountUpTo: '' },
    period: { kind: 'any', from: '', to: '' },
  }
  const note = { id: 'note_of_line_7', finding: 'done', text: `Seen: ${card}` }
  const typed: readonly (readonly [PosCommandName, unknown])[] = [
    ['parked.record', { ...note, sale_id: 'sale_1' }],
    ['payments.add_note', { ...note, payment_id: 'pmt_1', refund_id: null }],
    ['gift_cards.block', { card_id: 'gc_1', last_four: 'PFCZ', blocked: true, reason: card }],
    ['payments.save_search', { name: card, filters }],
    ['payments.save_search', { name: 'Mona', filters: { ...filters, reference: card } }],
    ['payments.save_search', { name: 'Mona', filters: { ...filters, amountUpTo: card } }],
    ['payments.remove_search', { name: card }],
  ]
  for (const [name, payload] of typed)
    expect(await ask(name, payload), name).toMatchObject({ ok: false, error: { code: 'card_data' } })
  expect(ran).toEqual([])
  expect(await ask('payments.save_search', { name: 'Mona', filters })).toMatchObject({ ok: true })
})

test('ids made by a program may look like a card number', async () => {
  const { ask, ran } = await setUp()
  const change = { id: '41111111-1111-1111', request: { kind: 'clear' }, pin: null }
  expect(await ask('order.change', change)).toMatchObject({ ok: true })
  const line = { id: '1', request: { kind: 'remove_line', line_id: '41111111-1111-1111' }, pin: null }
  expect(await ask('order.change', line)).toMatchObject({ ok: true })
  expect(ran).toEqual(['order.change', 'order.change'])
})
