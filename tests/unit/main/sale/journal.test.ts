import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { openJournal, type SaleJournal } from '../../../../src-main/sale/journal.ts'
import { lastState } from '../../../../src-main/sale/read-journal.ts'
import type { ParkedSale } from '../../../../src-shared/pos/parked/parked-sale.ts'
import type { SaleState } from '../../../../src-shared/pos/sale/sale.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { noBill } from '../../shared/pos/bill/bill-fixtures.ts'
import { authorizing, checking, facts, payment } from '../../shared/pos/transition/sale-fixtures.ts'
import { quietLog } from '../support/service.ts'

const at = '2026-03-01T12:00:00.000Z'
const lineWith = (state: SaleState) => ({ at, state, unclosed: [], parked: [], unreadable: 0, ...noBill })
let path: string
beforeEach(async () => {
  path = join(await temporaryFolder('countertop-journal'), 'sales', 'acct.jsonl')
})

async function written(...states: readonly SaleState[]): Promise<void> {
  const journal = await openJournal(path, quietLog)
  await Promise.all(states.map((state) => journal.write(lineWith(state))))
  await journal.close()
}

test('a counter without any sale is ready', async () => {
  const journal = await openJournal(path, quietLog)
  expect(journal.last).toEqual({ kind: 'ready' })
  await journal.close()
})

test('the last state that was written is restored', async () => {
  await written(authorizing(), checking())
  const journal = await openJournal(path, quietLog)
  expect(journal.last).toEqual(checking())
  await journal.close()
})

test('a line is in the file when its write has resolved', async () => {
  const journal = await openJournal(path, quietLog)
  await journal.write(lineWith(authorizing()))
  expect(lastState(await readFile(path, 'utf8'), at).state).toEqual(authorizing())
  await journal.close()
})

test('the number of unreadable records is kept across restarts, and is 0 if a line does not state it', () => {
  const line = (unreadable: unknown) => `${JSON.stringify({ ...lineWith({ kind: 'ready' }), unreadable })}\n`
  expect(lastState(line(3), at).unreadable).toBe(3)
  expect(lastState(line(0), at).unreadable).toBe(0)
  for (const nothing of [undefined, -1, 1.5, 'many']) expect(lastState(line(nothing), at).unreadable).toBe(0)
})

test('an incomplete last line is ignored, since its request was never sent', async () => {
  await written(authorizing())
  for (const torn of [
    '{"at":"2026',
    '{"at":"x","state":{"kind":"appro',
    '\0\0\0\0',
    'null\n',
    '{"state":{"kind":"new"}}\n',
  ]) {
    await appendFile(path, torn)
    const journal = await openJournal(path, quietLog)
    expect(journal.last).toEqual(authorizing())
    await journal.close()
  }
})

test('a file cut off anywhere still opens, with a state that was written completely', async () => {
  await written(authorizing(), checking())
  const whole = await readFile(path)
  for (let length = 0; length <= whole.length; length += 7) {
    const { state } = lastState(whole.subarray(0, length).toString(), at)
    expect([{ kind: 'ready' }, authorizing(), checking()]).toContainEqual(state)
  }
})

test('a partial line left by a full disk does not damage the next one', async () => {
  const journal = await openJournal(path, quietLog)
  await appendFile(path, '{"at":"2026-03-01T12:00:00.000Z","state":{"kind":"crea')
  await journal.write(lineWith(authorizing()))
  await journal.close()
  expect(lastState(await readFile(path, 'utf8'), at)).toMatchObject({ state: authorizing(), damaged: false })
})

test('intents that still have to be closed are kept across restarts', async () => {
  const open = [{ sale_id: 'sale_1', intent_id: 'pi_1' }]
  const journal = await openJournal(path, quietLog)
  await journal.write({ ...lineWith({ kind: 'ready' }), unclosed: open })
  await journal.close()
  for (let run = 0; run < 2; run++) {
    const next = await openJournal(path, quietLog)
    expect(next.unclosed).toEqual(open)
    await next.close()
  }
})

test('parked sales are kept across restarts, even if an unreadable line follows', async () => {
  const parked: ParkedSale[] = [
    { state: { ...checking(), sale: facts({ id: 'sale_0' }) } as never, parked_at: at, bill: null },
  ]
  const journal = await openJournal(path, quietLog)
  await journal.write({ ...lineWith({ kind: 'ready' }), parked })
  await journal.close()
  await appendFile(path, 'nothing of use\n')
  for (let run = 0; run < 2; run++) {
    const next = await openJournal(path, quietLog)
    expect(next.parked).toEqual(parked)
    await next.close()
  }
})

test('a damaged line about parked sales does not also bring one of them back to the counter', async () => {
  const parked: ParkedSale[] = [
    { state: { ...checking(), sale: facts({ id: 'sale_0' }) } as never, parked_at: at, bill: null },
  ]
  const journal = await openJournal(path, quietLog)
  await journal.write({ ...lineWith({ kind: 'ready' }), parked })
  await journal.write({ ...lineWith({ kind: 'ready' }), parked })
  await journal.close()
  const text = await readFile(path, 'utf8')
  const damaged = `${text.slice(0, -4)}\0\0\0\n`
  expect(lastState(damaged, at)).toMatchObject({ state: { kind: 'ready' }, parked, damaged: true })
})

test('a damaged line does not give its sale the intent of another sale that it names', async () => {
  const journal = await openJournal(path, quietLog)
  const creating = { kind: 'creating', sale: facts({ id: 'sale_2', intent_id: null }) } as never
  await journal.write({ ...lineWith(creating), unclosed: [{ sale_id: 'sale_1', intent_id: 'pi_1' }] })
  await journal.close()
  const text = await readFile(path, 'utf8')
  const damaged = `${text.slice(0, -4)}\0\0\0\n`
  expect(lastState(damaged, at).state).toMatchObject({
    kind: 'checking',
    sale: { id: 'sale_2', intent_id: null },
  })
})

test('a complete line of another version is logged and kept, and its sale is looked up', async () => {
  await written({ kind: 'ready' })
  const line = JSON.stringify({ at, state: { kind: 'of_tomorrow', sale: { ...facts(), more: 1 } } })
  await appendFile(path, `${line}\n`)
  const errors: unknown[] = []
  const log = { ...quietLog, error: (fields: object) => void errors.push(fields) }
  const journal = await openJournal(path, log)
  expect(journal.last).toMatchObject({ kind: 'checking', cause: 'restarted', sale: facts() })
  await journal.close()
  expect(errors).toHaveLength(1)
  const kept = (await readdir(dirname(path))).find((name) => name.endsWith('.unreadable'))
  expect(await readFile(join(dirname(path), kept ?? ''), 'utf8')).toContain(line)
})

const damaged = (line: string) => `${line.slice(0, -12)}\0\0\0\0\0\0\0\0\0\0\0\0\n`
const lineOf = (state: SaleState) => JSON.stringify({ at, state, unclosed: [] })

describe('a complete line that cannot be read', () => {
  test('an unreadable line after "creating" leads to a look-up by reference, not to a stopped sale', async () => {
    await written({ kind: 'creating', sale: facts({ intent_id: null }) })
    await appendFile(path, damaged(lineOf(authorizing())))
    const journal = await openJournal(path, quietLog)
    expect(journal.last).toMatchObject({ kind: 'checking', cause: 'restarted', sale: { id: 'sale_1' } })
    await journal.close()
  })

  test('an unreadable line of a sale that began after the last readable line identifies that sale', async () => {
    await written({ kind: 'ready' })
    const sale = facts({ id: 'sale_2', amount: 4321, intent_id: 'pi_2' })
    await appendFile(path, damaged(lineOf(authorizing({ sale }))))
    const journal = await openJournal(path, quietLog)
    expect(journal.last).toMatchObject({
      kind: 'checking',
      sale: { id: 'sale_2', amount: 4321, intent_id: 'pi_2' },
    })
    await journal.close()
  })

  test('an unreadable line without a sale does not change the last readable state, and is kept for inspection', async () => {
    await written({ kind: 'ready' })
    await appendFile(path, 'nothing of use\n')
    const journal = await openJournal(path, quietLog)
    expect(journal.last).toEqual({ kind: 'ready' })
    await journal.close()
    expect((await readdir(dirname(path))).some((name) => name.endsWith('.unreadable'))).toBe(true)
  })

  test('damage anywhere in a line never leads to a claim about the money', async () => {
    const line = lineOf(authorizing())
    for (let cut = 1; cut < line.length; cut += 5) {
      const text = `${lineOf({ kind: 'creating', sale: facts({ intent_id: null }) })}\n${line.slice(0, cut)}\0${line.slice(cut + 1)}\n`
      expect(['checking', 'authorizing']).toContain(lastState(text, at).state.kind)
    }
  })
})

test('at the start, the file is reduced to its last state', async () => {
  await written(...Array.from({ length: 50 }, () => authorizing()))
  await (await openJournal(path, quietLog)).close()
  expect((await readFile(path, 'utf8')).trim().split('\n')).toHaveLength(1)
})

test('a crash while the file is reduced leaves the old file', async () => {
  await written(authorizing())
  await writeFile(`${path}.new`, '{"at":"2026')
  const journal = await openJournal(path, quietLog)
  expect(journal.last).toEqual(authorizing())
  await journal.close()
})

const sales = ({ parked }: { readonly parked: readonly ParkedSale[] }) =>
  parked.map(({ state }) => [state.kind, state.sale.id, state.sale.intent_id])
const parkedSale = (id: string, intent_id: string | null = `pi_of_${id}`): ParkedSale => ({
  state: { ...checking(), sale: facts({ id, intent_id }) } as ParkedSale['state'],
  parked_at: at,
  bill: null,
})

describe('lists of the newest line with an unreadable entry', () => {
  const withLists = (lists: { readonly parked?: unknown; readonly unclosed?: unknown }) =>
    lastState(
      `${JSON.stringify({ at, state: { kind: 'ready' }, unclosed: [], parked: [], unreadable: 0, ...lists })}\n`,
      at,
    )
  const ofTomorrow = (id: string) => ({
    state: { kind: 'of_tomorrow', sale: facts({ id, intent_id: null }) },
    parked_at: at,
    bill: null,
  })

  test('an unreadable entry of the parked sales does not affect the others, and is looked up by its reference', () => {
    const left = withLists({ parked: [parkedSale('sale_1'), ofTomorrow('sale_2'), parkedSale('sale_3')] })
    expect(sales(left)).toEqual([
      ['checking', 'sale_1', 'pi_of_sale_1'],
      ['checking', 'sale_2', null],
      ['checking', 'sale_3', 'pi_of_sale_3'],
    ])
    expect(left).toMatchObject({ unreadable: 0, damaged: true })
  })

  test('an entry of the parked sales without a sale is counted, and does not affect the others', () => {
    const left = withLists({ parked: [{ state: 7 }, parkedSale('sale_3')] })
    expect(sales(left)).toEqual([['checking', 'sale_3', 'pi_of_sale_3']])
    expect(left).toMatchObject({ unreadable: 1, damaged: true })
    expect(withLists({ parked: 'lost' })).toMatchObject({ parked: [], unreadable: 1, damaged: true })
  })

  test('an unreadable entry of the unclosed intents does not affect the others, and is closed by its reference', () => {
    const unclosed = [{ sale_id: 'sale_1', intent_id: 'pi_1' }, { sale_id: 'sale_2', intent_id: 5 }, null]
    expect(withLists({ unclosed })).toMatchObject({
      unclosed: [
        { sale_id: 'sale_1', intent_id: 'pi_1' },
        { sale_id: 'sale_2', intent_id: null },
      ],
      unreadable: 1,
    })
  })

  test('the number of unreadable records is kept until somebody acknowledges it', async () => {
    await written({ kind: 'ready' })
    await appendFile(path, '\0\0\0\0\n')
    for (let run = 0; run < 2; run++) {
      const journal = await openJournal(path, quietLog)
      expect(journal.unreadable).toBe(1)
      await journal.close()
    }
    const journal = await openJournal(path, quietLog)
    await journal.write(lineWith({ kind: 'ready' }))
    await journal.close()
    expect(lastState(await readFile(path, 'utf8'), at)).toMatchObject({ unreadable: 0, damaged: false })
  })
})

describe('several lines that cannot be read', () => {
  const broken = (state: SaleState, lists: Partial<Parameters<SaleJournal['write']>[0]> = {}) =>
    `${JSON.stringify({ ...lineWith(state), ...lists }).slice(0, -3)}\0\0\0\n`
  const whole = (state: SaleState) => `${JSON.stringify(lineWith(state))}\n`
  const second = facts({ id: 'sale_2', intent_id: 'pi_2' })
  const third = facts({ id: 'sale_3', intent_id: 'pi_3' })

  test('after lost lines, a sale that was being looked up before them is kept, even if another one began in them', () => {
    const left = lastState(whole(checking()) + broken(authorizing({ sale: second })), at)
    expect(left.state).toMatchObject({ kind: 'checking', sale: { id: 'sale_2' } })
    expect(sales(left)).toEqual([['checking', 'sale_1', 'pi_1']])
  })

  test('after lost lines, each sale that they name is kept', () => {
    const left = lastState(
      whole({ kind: 'ready' }) +
        broken(authorizing({ sale: second })) +
        broken({ kind: 'ready' }, { unclosed: [{ sale_id: 'sale_2', intent_id: 'pi_2' }] }) +
        broken({ kind: 'ready' }, { parked: [parkedSale('sale_9')] }) +
        broken(authorizing({ sale: third })),
      at,
    )
    expect(left.state).toMatchObject({ kind: 'checking', sale: { id: 'sale_3' } })
    expect(sales(left)).toEqual([
      ['checking', 'sale_2', 'pi_2'],
      ['checking', 'sale_9', 'pi_of_sale_9'],
    ])
    expect(left.unclosed).toEqual([{ sale_id: 'sale_2', intent_id: 'pi_2' }])
    expect(left.unreadable).toBe(0)
  })

  test('lost lines keep the time at which a sale was left, so that its late creation is looked for as long as any other', () => {
    const unclosed = [
      { sale_id: 'sale_2', intent_id: null, left_at: at },
      { sale_id: 'sale_3', intent_id: 'pi_3', left_at: at },
      { sale_id: 'sale_4', intent_id: null },
    ]
    const left = lastState(whole({ kind: 'ready' }) + broken({ kind: 'ready' }, { unclosed }), at)
    expect(left.unclosed).toEqual(unclosed)
  })

  test('after lost lines, an approved sale before them keeps its payment', () => {
    const approved = {
      ...checking(),
      kind: 'approved',
      payment: payment(),
      receipt: [],
      signature: null,
      print: 'not_asked',
    }
    const left = lastState(whole(approved as SaleState) + broken(authorizing({ sale: second })), at)
    expect(left.state).toMatchObject({ sale: { id: 'sale_2' } })
    expect(left.parked).toEqual([])
  })
})
