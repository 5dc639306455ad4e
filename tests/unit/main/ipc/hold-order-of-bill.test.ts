import { expect, onTestFinished, test } from 'vitest'
import type { Counter } from '../../../../src-main/counter/counter.ts'
import { billHandlers } from '../../../../src-main/ipc/bill-handlers.ts'
import { createUndisturbed } from '../../../../src-main/ipc/undisturbed.ts'
import type { SaleInput } from '../../../../src-main/sale/sale-input.ts'
import type { SnapshotPublisher } from '../../../../src-main/snapshot/publisher.ts'
import { approvedUnless } from '../../../../src-main/staff/approval.ts'
import { isHoldable } from '../../../../src-shared/pos/bill/balance.ts'
import type { Bill, Tender } from '../../../../src-shared/pos/bill/bill.ts'
import type { AtCounter } from '../../../../src-shared/pos/bill/bill-events.ts'
import { billTransition } from '../../../../src-shared/pos/bill/bill-transition.ts'
import { openBills } from '../../../../src-shared/pos/bill/open-bills.ts'
import type { Tab } from '../../../../src-shared/pos/bill/tab.ts'
import { newBill } from '../../../../src-shared/pos/bill/tenders.ts'
import { plainLine } from '../../../../src-shared/pos/order/plain-line.ts'
import { err, ok } from '../../../../src-shared/result.ts'
import { snapshots } from '../../../pictures/snapshots.ts'
import { noBill } from '../../shared/pos/bill/bill-fixtures.ts'
import { at, facts, payment } from '../../shared/pos/transition/sale-fixtures.ts'
import { openSellingHarness } from '../orders/selling-harness.ts'

const order = { id: 'ord_1', lines: [plainLine('line_1', 'Beer', 3_000)], discounts: [] }
const asked = { id: 'bill_1', order, total: 3_000, currency: 'USD', note: 'Ann' }
const bill = newBill(asked, noBill.numbering, { at, person_id: null })
const tab: Tab = {
  sale: facts({ amount: 5_000, order, tab: { name: 'Ann', stage: 'opening' } }),
  payment: payment({ amount: 5_000, status: 'uncaptured' }),
  opened_at: at,
  status: 'ended',
  rounds: ['ord_1'],
}

function exchange(amount: number): Tender {
  const facts = { kind: 'exchange', status: 'paid', id: 'ret_1', number: 'KT1000' } as const
  return { ...facts, amount, surcharge: 0, rounding: 0, lines: [], credit: [], rest: [] }
}

/** A counter with this bill, and orders on hold on a disk. */
async function counterWith(
  standing: Bill,
  state: AtCounter['sale'] = { kind: 'ready' },
  opened: Promise<void> = Promise.resolve(),
) {
  const selling = await openSellingHarness()
  onTestFinished(selling.stop)
  let isWriting = () => {}
  const writing = new Promise<void>((resolve) => {
    isWriting = resolve
  })
  let now: AtCounter = { ...noBill, sale: state, bill: standing, tabs: [] }
  /** The bill that the windows show; undefined means the counter's bill. */
  let shown: Bill | undefined
  const dispatch = (input: SaleInput) => {
    const { next } = billTransition(now, { ...input, at } as Parameters<typeof billTransition>[1])
    if (next === now) return err({ code: 'not_now', message: '' } as const)
    now = next
    return ok(null)
  }
  const sale = {
    bill: () => now.bill,
    state: () => now.sale,
    settled: async () => undefined,
    openBills: () => openBills(now, [], []),
  }
  const handlers = billHandlers({
    counter: () => ({ sale }) as unknown as Counter,
    snapshot: {
      present: () => ({ ...snapshots.ready, bill: shown === undefined ? now.bill : shown }),
    } as unknown as SnapshotPublisher,
    newId: (kind) => kind,
    selling: {
      async service() {
        await opened
        const { putAside, ...others } = selling.service()
        return {
          ...others,
          putAside(...order) {
            isWriting()
            return putAside(...order)
          },
        }
      },
    },
    staff: { personId: () => null, approve: async () => approvedUnless(null) },
    audit: { add: () => undefined },
    ...createUndisturbed(dispatch),
  })
  return {
    now: () => now,
    writing,
    /** Leaves the bill before its end is on the disk, so that no window shows it yet. */
    leaveUnseen() {
      shown = standing
      now = { ...now, bill: null }
    },
    hold: () => handlers['bill.hold_order'](undefined),
    takeCash: () => handlers['bill.take_cash']({ tendered: 3_000, balance: 3_000, note: '' }),
    held: () => {
      const found = selling.service().held()
      return found.ok ? found.value.map(({ name, total, note }) => ({ name, total, note })) : []
    },
  }
}

/** Its note is its name as well: both are shown, and the note is printed again. */
const onHold = [{ name: 'Ann', total: 3_000, note: 'Ann' }]

test('the order of an unpaid bill goes on hold, and the bill is left', async () => {
  const { now, hold, held } = await counterWith(bill)
  expect(isHoldable(bill)).toBe(true)
  expect(await hold()).toEqual(ok(null))
  expect(now().bill).toBeNull()
  expect(held()).toEqual(onHold)
})

test('the order of a tab goes back to its tab, and not on hold', async () => {
  const closing = { ...bill, tab }
  const { now, hold, held } = await counterWith(closing)
  expect(isHoldable(closing)).toBe(false)
  expect(await hold()).toMatchObject({ ok: false, error: { code: 'not_now' } })
  expect(held()).toEqual([])
  expect(now().bill).toBe(closing)
})

test('the order of an exchange without other payments goes on hold', async () => {
  const { now, hold, held } = await counterWith({ ...bill, tenders: [exchange(1_000)] })
  expect(await hold()).toEqual(ok(null))
  expect(now().bill).toBeNull()
  expect(held()).toEqual(onHold)
})

test.each([
  ['has paid all', { tenders: [exchange(3_000)] }],
  ['is to be decided about', { restored: { seen: true, given_back: 0, paid_elsewhere: null } }],
])('the order of a bill that %s cannot go on hold', async (_, changes) => {
  const standing = { ...bill, ...changes }
  const { now, hold, held } = await counterWith(standing)
  expect(isHoldable(standing)).toBe(false)
  expect(await hold()).toMatchObject({ ok: false, error: { code: 'not_now' } })
  expect(held()).toEqual([])
  expect(now().bill).toBe(standing)
})

test('cash taken while the order goes on hold is refused, so that no order is both paid and on hold', async () => {
  const { now, writing, hold, takeCash, held } = await counterWith(bill)
  const begun = hold()
  await writing
  const [holding, again, cash] = await Promise.all([begun, hold(), takeCash()])
  expect(holding).toEqual(ok(null))
  for (const refused of [again, cash])
    expect(refused).toMatchObject({ ok: false, error: { code: 'not_now' } })
  expect(now().bill).toBeNull()
  expect(held()).toEqual(onHold)
})

test('while the held orders are still loading, the bill can be paid, and then does not go on hold', async () => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const { now, hold, takeCash, held } = await counterWith(bill, { kind: 'ready' }, opened)
  const holding = hold()
  expect(await takeCash()).toEqual(ok(null))
  open()
  expect(await holding).toMatchObject({ ok: false, error: { code: 'not_now' } })
  expect(held()).toEqual([])
  expect(now().bill?.tenders).toHaveLength(1)
})

test('an order does not go on hold while a card is charged for it', async () => {
  const { hold, held } = await counterWith(bill, { kind: 'creating', sale: facts() })
  expect(await hold()).toMatchObject({ ok: false, error: { code: 'not_now' } })
  expect(held()).toEqual([])
})

test('cash for a bill that has left, but is still shown, opens no new bill', async () => {
  const { now, leaveUnseen, takeCash } = await counterWith(bill)
  leaveUnseen()
  expect(await takeCash()).toMatchObject({ ok: false, error: { code: 'not_now' } })
  expect(now().bill).toBeNull()
})
