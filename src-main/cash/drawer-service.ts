import { countedTotal, expectedIn } from '../../src-shared/pos/cash/shift.ts'
import type { PosCommandPayload, PosResult } from '../../src-shared/pos/commands.ts'
import { refuse } from '../../src-shared/pos/refusals.ts'
import { ok } from '../../src-shared/result.ts'
import { type Approved, nobodyAsked } from '../staff/approval.ts'
import type { StaffSession } from '../staff/staff-session.ts'
import type { Drawer } from './drawer.ts'
import type { CashLedger } from './ledger.ts'

/** The operations of the drawer besides selling. It opens once the ledger has the entry that it is opened for. */
export interface DrawerService {
  openShift(asked: PosCommandPayload<'drawer.open_shift'>): Promise<PosResult<'drawer.open_shift'>>
  noSale(asked: PosCommandPayload<'drawer.no_sale'>): Promise<PosResult<'drawer.no_sale'>>
  takeOut(asked: PosCommandPayload<'drawer.take_out'>): Promise<Approved>
  putIn(asked: PosCommandPayload<'drawer.put_in'>): Promise<PosResult<'drawer.put_in'>>
  closeShift(asked: PosCommandPayload<'drawer.close_shift'>): Promise<PosResult<'drawer.close_shift'>>
}

export function createDrawerService(options: {
  readonly ledger: CashLedger
  readonly drawer: Drawer
  readonly staff: Pick<StaffSession, 'approve' | 'personId'>
  /** Whether cash is being booked, or may still be handed back. */
  readonly isMoving: () => boolean
  /** Whether the bill of this number was sold here: cash returned for it is counted by its lines. */
  readonly isSoldHere: (number: string) => Promise<boolean>
  /** Whether the person who counts is not shown the expected amount. */
  readonly isBlind: () => boolean
  readonly newId: () => string
  /** Milliseconds since the epoch. */
  readonly now: () => number
}): DrawerService {
  const { ledger, drawer } = options
  const entry = () => ({
    id: options.newId(),
    at: new Date(options.now()).toISOString(),
    person_id: options.staff.personId(),
  })

  return {
    async openShift({ amount }) {
      const opened = await ledger.bookFor((shift) =>
        shift.opened_at === null ? ({ ...entry(), kind: 'opened', amount } as const) : null,
      )
      if (opened === null) return refuse('not_now', 'a shift is open already')
      await drawer.open()
      return ok(null)
    },
    async noSale({ reason }) {
      await ledger.book({ ...entry(), kind: 'no_sale', reason })
      await drawer.open()
      return ok(null)
    },
    async takeOut({ kind, amount, reason, bill, pin = null }) {
      if (kind === 'refund' && bill !== '' && (await options.isSoldHere(bill))) {
        return refuse('not_now', `${bill} was sold here: return its lines instead`)
      }
      const begun = entry()
      const approved = kind === 'drop' ? ok(nobodyAsked) : await options.staff.approve(pin)
      if (!approved.ok) return approved
      const base = { ...begun, amount, reason, approved_by: approved.value.by }
      await ledger.book(kind === 'refund' ? { ...base, kind, bill } : { ...base, kind })
      await drawer.open()
      return approved
    },
    async putIn({ amount, reason }) {
      await ledger.book({ ...entry(), kind: 'paid_in', amount, reason })
      await drawer.open()
      return ok(null)
    },
    async closeShift({ counted }) {
      const amount = countedTotal(counted)
      const closed = await ledger.bookFor((shift) => {
        if (options.isMoving() || shift.entries === 0) return null
        return { ...entry(), kind: 'closed', counted, amount, expected: expectedIn(shift) } as const
      })
      if (closed === null) return refuse('not_now', 'cash is being booked, or no shift is open')
      return ok({ expected: options.isBlind() ? null : closed.expected, counted: amount })
    },
  }
}
