import type { JournalLine, SaleJournal } from '../../../../src-main/sale/journal.ts'
import { startSaleRunner } from '../../../../src-main/sale/runner.ts'
import type { AtCounter } from '../../../../src-shared/pos/bill/bill-events.ts'
import type { Tab } from '../../../../src-shared/pos/bill/tab.ts'
import { noBill } from '../../shared/pos/bill/bill-fixtures.ts'
import { at } from '../../shared/pos/transition/sale-fixtures.ts'
import { until } from '../support/service.ts'
import { nothingAround } from './nothing-around.ts'

/** A counter that is still closing the intent of its last sale, with a disk that answers when the test lets it. */
export function counterOnSlowDisk(tabs: readonly Tab[] = []) {
  const writes: { readonly line: JournalLine; readonly ends: (isThere: boolean) => void }[] = []
  const booked: string[] = []
  let shown: AtCounter | null = null
  let closed = () => {}
  const journal: SaleJournal = {
    last: { kind: 'ready' },
    unclosed: [{ sale_id: 'sale_0', intent_id: 'pi_0' }],
    parked: [],
    unreadable: 0,
    write: (line) =>
      new Promise((resolve, reject) => {
        const ends = (isThere: boolean) => (isThere ? resolve() : reject(new Error('input/output error')))
        writes.push({ line: structuredClone(line), ends })
      }),
    close: async () => undefined,
    ...noBill,
    tabs,
  }
  const runner = startSaleRunner({
    ...nothingAround,
    journal,
    perform: ({ kind }) =>
      new Promise((resolve) => {
        if (kind === 'cancel_intent') closed = () => resolve(null)
      }),
    book: async ({ id }) => void booked.push(id),
    onCounter(now) {
      shown = now
    },
    now: () => Date.parse(at),
  })
  /** Waits for line `number` of the journal, and lets its write succeed or fail. */
  async function next(number: number, isThere: boolean): Promise<void> {
    await until(
      () => writes.length,
      (count) => count > number,
    )
    writes[number]?.ends(isThere)
  }
  return { runner, writes, booked, next, shown: () => shown, closed: () => closed() }
}
