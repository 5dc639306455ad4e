import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OrderRequest } from '../../../../src-shared/pos/order/order-request.ts'
import { anItem, openSellingHarness, type SellingHarness } from './selling-harness.ts'

/** The expected state, as a person would write it down on paper. */
interface Paper {
  lines: Line[]
  removed: { at: number; line: Line }[]
  held: { name: string; lines: Line[] }[]
}
interface Line {
  name: string
  count: number
  /** Discount in cents. */
  off: number
}

const items = [anItem(), anItem({ id: 'item_cake', name: 'Cake', price: 450 })]
const prices: Readonly<Record<string, number>> = { Tea: 300, Cake: 450 }

class Real {
  #sent: { id: string; request: OrderRequest }[] = []
  readonly harness: SellingHarness
  constructor(harness: SellingHarness) {
    this.harness = harness
  }

  async ask(request: OrderRequest) {
    const id = `r_${this.#sent.length}`
    this.#sent.push({ id, request })
    return this.harness.request(request, { id })
  }
  async repeatLast() {
    const last = this.#sent.at(-1)
    if (last !== undefined) await this.harness.request(last.request, { id: last.id })
  }
  lineId = (index: number) => this.harness.selling().book?.draft.lines[index]?.id ?? 'none'
  heldId = async (index: number) => {
    const held = this.harness.service().held()
    return (held.ok ? held.value[index]?.order_id : undefined) ?? 'none'
  }
}

type Command = fc.AsyncCommand<Paper, Real>

function command(name: string, run: (paper: Paper, real: Real) => Promise<unknown>): Command {
  return {
    check: () => true,
    async run(paper, real) {
      await run(paper, real)
      await agree(paper, real)
    },
    toString: () => name,
  }
}

async function agree(paper: Paper, { harness }: Real) {
  expect(harness.lines()).toEqual(paper.lines.map(({ name, count }) => `${count} ${name}`))
  const held = harness.service().held()
  expect(held.ok && held.value.map(({ name, total }) => [name, total])).toEqual(
    paper.held.map(({ name, lines }) => [name, totalOf(lines)]),
  )
}
const totalOf = (lines: readonly Line[]) =>
  lines.reduce((sum, { name, count, off }) => sum + Math.max(0, (prices[name] ?? 0) * count - off), 0)

const index = fc.nat({ max: 3 })
const commands: fc.Arbitrary<Command>[] = [
  fc.constantFrom(...items).map(({ id, name }) =>
    command(`ring up ${name}`, async (paper, real) => {
      await real.ask({ kind: 'add_item', item_id: id, quantity: 1000, unit_amount: null })
      const like = paper.lines.find((line) => line.name === name && line.off === 0)
      if (like === undefined) paper.lines.push({ name, count: 1, off: 0 })
      else like.count += 1
    }),
  ),
  fc.tuple(index, fc.integer({ min: 1, max: 9 })).map(([at, count]) =>
    command(`${count} of line ${at}`, async (paper, real) => {
      await real.ask({ kind: 'set_quantity', line_id: real.lineId(at), quantity: count * 1000 })
      const line = paper.lines[at]
      if (line !== undefined) line.count = count
    }),
  ),
  index.map((at) =>
    command(`10 cents off line ${at}`, async (paper, real) => {
      const discount = { kind: 'amount', value: 10, reason: '' } as const
      await real.ask({ kind: 'set_discount', line_id: real.lineId(at), discount })
      const line = paper.lines[at]
      if (line !== undefined) line.off = 10
    }),
  ),
  index.map((at) =>
    command(`remove line ${at}`, async (paper, real) => {
      await real.ask({ kind: 'remove_line', line_id: real.lineId(at) })
      const [line] = paper.lines.splice(at, 1)
      if (line !== undefined) paper.removed = [{ at, line }]
    }),
  ),
  fc.constant(
    command('clear', async (paper, real) => {
      await real.ask({ kind: 'clear' })
      if (paper.lines.length > 0) paper.removed = paper.lines.splice(0).map((line, at) => ({ at, line }))
    }),
  ),
  fc.constant(
    command('put back', async (paper, real) => {
      await real.ask({ kind: 'put_back' })
      for (const { at, line } of paper.removed) paper.lines.splice(at, 0, line)
      paper.removed = []
    }),
  ),
  fc.string({ minLength: 1, maxLength: 10 }).map((text) =>
    command(`hold ${text}`, async (paper, real) => {
      const name = `Table ${text}`.trim()
      await real.ask({ kind: 'hold', name })
      if (paper.lines.length === 0) return
      paper.held.push({ name, lines: paper.lines })
      paper.lines = []
      paper.removed = []
    }),
  ),
  index.map((at) =>
    command(`resume ${at}`, async (paper, real) => {
      await real.ask({ kind: 'resume', order_id: await real.heldId(at) })
      if (paper.lines.length > 0 || at >= paper.held.length) return
      paper.lines = paper.held.splice(at, 1)[0]?.lines ?? []
      paper.removed = []
    }),
  ),
  index.map((at) =>
    command(`discard ${at}`, async (paper, real) => {
      await real.ask({ kind: 'discard_held', order_id: await real.heldId(at) })
      paper.held.splice(at, 1)
    }),
  ),
  fc.constant(command('the same again', (_, real) => real.repeatLast())),
  fc
    .constantFrom('', '\n{"id":"half","chan', '\n')
    .map((cutOff) =>
      command(`kill${cutOff === '' ? '' : ' in the midst of a line'}`, (_, real) =>
        real.harness.restart(cutOff),
      ),
    ),
]

test('orders keep what was added, through repeated requests and crashes between any two steps', async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 30 }), async (steps) => {
      const harness = await openSellingHarness(items)
      try {
        await fc.asyncModelRun(
          () => ({ model: { lines: [], removed: [], held: [] }, real: new Real(harness) }),
          steps,
        )
      } finally {
        await harness.stop()
      }
    }),
    { numRuns: 40 },
  )
})
