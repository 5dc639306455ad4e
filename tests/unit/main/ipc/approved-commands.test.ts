import { expect, test } from 'vitest'
import type { AuditEntry } from '../../../../src-main/audit/audit-entry.ts'
import type { Counter } from '../../../../src-main/counter/counter.ts'
import { billHandlers } from '../../../../src-main/ipc/bill-handlers.ts'
import { drawerHandlers } from '../../../../src-main/ipc/drawer-handlers.ts'
import { createUndisturbed } from '../../../../src-main/ipc/undisturbed.ts'
import type { SnapshotPublisher } from '../../../../src-main/snapshot/publisher.ts'
import { approvedUnless } from '../../../../src-main/staff/approval.ts'
import type { Bill } from '../../../../src-shared/pos/bill/bill.ts'
import type { CommandRefusal } from '../../../../src-shared/pos/refusals.ts'
import { err, ok } from '../../../../src-shared/result.ts'
import { snapshots } from '../../../pictures/snapshots.ts'

const managerPin = '246810'
const person_id = 'person_ana'
const approve = async (pin: string | null): Promise<CommandRefusal | null> =>
  pin === managerPin ? null : { code: 'pin_wrong', message: '' }

const notNow = err({ code: 'not_now', message: '' } as const)

function setUp() {
  const entries: AuditEntry[] = []
  const standing = snapshots['bill-link-used'].bill
  let present: Bill | null = standing
  const audit = { add: (entry: AuditEntry) => void entries.push(entry) }
  const counter = () =>
    ({
      sale: { bill: () => present, settled: async () => undefined },
      sales: async () => ({
        returns: { exchangeFor: async ({ total }: { total: number }) => (total > 500 ? ok(null) : notNow) },
      }),
      drawer: {
        async takeOut({ kind, pin }: { kind: string; pin?: string }) {
          const refused = kind === 'drop' ? null : await approve(pin ?? null)
          return approvedUnless(refused, kind === 'drop' ? null : 'person_mona')
        },
        noSale: async () => ok(null),
      },
    }) as unknown as Counter
  const staff = { personId: () => 'person_ana' }
  const bill = billHandlers({
    counter,
    snapshot: { present: () => snapshots['bill-part-paid'] } as unknown as SnapshotPublisher,
    newId: (kind) => kind ?? '',
    selling: { service: () => Promise.reject(new Error('nothing is sold here')) },
    staff: { ...staff, approve: async (pin) => approvedUnless(await approve(pin), 'person_mona') },
    audit,
    ...createUndisturbed(({ kind }) => {
      if (kind === 'leave_bill') present = null
      return ok(null)
    }),
  })
  const bringBack = (other: Bill | null = standing) => {
    present = other
  }
  return { entries, bill, bringBack, drawer: drawerHandlers({ counter, staff, audit }) }
}

test('the audit log names manager, bill and amount paid of a bill left part paid or continued without its link', async () => {
  const { entries, bill, bringBack } = setUp()
  await bill['bill.leave']({ pin: '111111' })
  await bill['bill.leave']({ pin: managerPin })
  bringBack()
  const left = snapshots['bill-part-paid'].bill
  await bill['bill.give_up_link']({ bill_id: left?.id ?? '', pin: managerPin })
  const paid = left?.tenders.reduce((sum, { amount }) => sum + amount, 0)
  const about = { bill: left?.number, total: left?.total, paid }
  expect(entries).toEqual([
    { role: 'manager', person_id, approved_by: null, command: 'bill.leave', about, outcome: 'pin_wrong' },
    { role: 'manager', person_id, approved_by: 'person_mona', command: 'bill.leave', about, outcome: 'done' },
    // The amount of the link as well.
    {
      ...{ role: 'manager', person_id, approved_by: 'person_mona', command: 'bill.give_up_link' },
      ...{ about: { ...about, amount: 1_500 }, outcome: 'done' },
    },
  ])
})

test('a PIN for leaving one bill does not leave another that has taken its place meanwhile', async () => {
  const { entries, bill, bringBack } = setUp()
  const other = { ...snapshots['bill-link-used'].bill, id: 'bill_2' } as Bill
  const left = bill['bill.leave']({ pin: managerPin })
  bringBack(other)
  expect(await left).toMatchObject({ error: { code: 'not_now' } })
  expect(entries.map(({ outcome }) => outcome)).toEqual(['not_now'])
})

test('the audit log names the return of an exchange, and the amount given back', async () => {
  const { entries, bill } = setUp()
  const exchange = { return_id: 'ret_1', back: 400 }
  await bill['bill.open']({ amount: 500, note: '', exchange })
  await bill['bill.open']({ amount: 800, note: '', exchange })
  const about = { return: 'ret_1', total: 800, amount: 400 }
  expect(entries).toEqual([
    { role: null, person_id, command: 'bill.open', about: { ...about, total: 500 }, outcome: 'not_now' },
    { role: null, person_id, command: 'bill.open', about, outcome: 'done' },
  ])
})

test('the audit log names the approving manager and the reason of a cash payout, without the PIN', async () => {
  const { entries, drawer } = setUp()
  const asked = { amount: 300, reason: 'Cold soup', pin: managerPin }
  await drawer['drawer.take_out']({ ...asked, kind: 'refund', bill: 'KT1001' })
  await drawer['drawer.take_out']({ ...asked, kind: 'payout', bill: '', pin: '111111' })
  await drawer['drawer.take_out']({ ...asked, kind: 'drop', bill: '' })
  const about = { amount: 300, reason: 'Cold soup' }
  const command = 'drawer.take_out'
  expect(entries).toEqual([
    {
      role: 'manager',
      person_id,
      approved_by: 'person_mona',
      command,
      about: { ...about, kind: 'refund', bill: 'KT1001' },
      outcome: 'done',
    },
    {
      role: 'manager',
      person_id,
      approved_by: null,
      command,
      about: { ...about, kind: 'payout' },
      outcome: 'pin_wrong',
    },
    { role: null, person_id, approved_by: null, command, about: { ...about, kind: 'drop' }, outcome: 'done' },
  ])
  expect(JSON.stringify(entries)).not.toContain(managerPin)
})

test('the audit log has the reason for opening the drawer without a sale', async () => {
  const { entries, drawer } = setUp()
  await drawer['drawer.no_sale']({ reason: 'Change for the meter' })
  const about = { reason: 'Change for the meter' }
  expect(entries).toEqual([{ role: null, person_id, command: 'drawer.no_sale', about, outcome: 'done' }])
})
