import type { PosCommandPayload, PosResult } from '../../src-shared/pos/commands.ts'
import { approvedOf, needsApproval } from '../../src-shared/pos/order/approval.ts'
import { changeBook } from '../../src-shared/pos/order/change-book.ts'
import { changeOf } from '../../src-shared/pos/order/change-of-request.ts'
import type { Order } from '../../src-shared/pos/order/order.ts'
import type { Selling } from '../../src-shared/pos/order/selling.ts'
import { totalsOf } from '../../src-shared/pos/order/totals.ts'
import { refuse } from '../../src-shared/pos/refusals.ts'
import type { Snapshot } from '../../src-shared/pos/snapshot.ts'
import { receiptWords } from '../../src-shared/receipt/receipt-words.ts'
import { ok } from '../../src-shared/result.ts'
import { outcomeOf } from '../audit/audit-entry.ts'
import type { AuditTrail } from '../audit/audit-trail.ts'
import { type CatalogueStore, openCatalogueStore } from '../catalogue/catalogue-store.ts'
import type { Log } from '../log.ts'
import type { DataPaths } from '../paths.ts'
import type { StaffSession } from '../staff/staff-session.ts'
import { openOrderStore } from './order-store.ts'

/** The catalogue's items, and the orders made of them. */
export interface SellingService {
  readonly catalogue: CatalogueStore
  change(asked: PosCommandPayload<'order.change'>): Promise<PosResult<'order.change'>>
  held(): PosResult<'order.held'>
  /** The order to be charged; null when it has changed, or comes to another amount. */
  toCharge(orderId: string, amount: number): Order | null
  /**
   * Puts an order on hold that was to be paid elsewhere, and was not: once for each `cause`. @param note of its sale
   * @returns false where too many are on hold
   */
  putAside(cause: string, order: Order, name: string, note: string): Promise<boolean>
  /** Removes an order that is paid, or whose payment is checked elsewhere: it is no longer rung up. */
  sold(orderId: string): Promise<void>
  stop(): Promise<void>
}

export interface SellingContext {
  readonly paths: Pick<DataPaths, 'catalogue' | 'pictures' | 'orders'>
  readonly present: () => Pick<Snapshot, 'sale' | 'bill' | 'settings'>
  readonly onSelling: (changes: Partial<Selling>) => void
  readonly staff: Pick<StaffSession, 'approve' | 'personId'>
  readonly audit: Pick<AuditTrail, 'add'>
  readonly newId: (kind: 'order' | 'item') => string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly log: Log
}

export async function openSellingService(context: SellingContext): Promise<SellingService> {
  const { paths, present, onSelling, log } = context
  const newOrderId = () => context.newId('order')
  let revision = 1
  const catalogue = await openCatalogueStore({
    path: paths.catalogue,
    pictures: paths.pictures,
    newId: () => context.newId('item'),
    onChange({ items }) {
      revision += 1
      onSelling({ revision, catalogue: items.length === 0 ? 'none' : 'ready' })
    },
    log,
  })
  const orders = await openOrderStore({
    path: paths.orders,
    newId: newOrderId,
    onChange: ({ held, ...book }) => onSelling({ book, held: held.length }),
    log,
  })
  const { held, ...book } = orders.book()
  onSelling({
    catalogue: catalogue.present().items.length === 0 ? 'none' : 'ready',
    revision,
    book,
    held: held.length,
    unreadable: catalogue.damaged || orders.damaged,
  })

  const isPaying = () => present().sale.kind !== 'ready' || present().bill !== null

  return {
    catalogue,
    async change({ id, request, pin }) {
      // During a payment its order must not change, and no new order may begin that could be taken for a part of it.
      if (isPaying()) return refuse('not_now', 'a sale is under way')
      const { settings } = present()
      const change = changeOf(request, {
        id,
        book: orders.book(),
        catalogue: catalogue.present(),
        timeZone: settings.time_zone,
        discountWord: receiptWords[settings.language].discount,
        at: new Date(context.now()).toISOString(),
        nextId: newOrderId(),
      })
      if (change === null) return refuse('not_found', `${request.kind}: not found`)
      const before = orders.book()
      const after = changeBook(before, id, change)
      if (after === before) {
        return before.made.includes(id) ? ok(null) : refuse('not_now', `${request.kind} changes nothing`)
      }
      if (settings.discount_reasons && 'discount' in request && request.discount?.reason === '') {
        return refuse('payload_invalid', 'request.discount.reason: this shop requires one')
      }
      // An order on hold was approved when it was made.
      const isSameOrder = before.draft.id === after.draft.id || request.kind === 'clear'
      const known = request.kind === 'put_back' ? approvedOf(before.draft, after.draft) : before.draft
      if (isSameOrder && needsApproval(known, after.draft, settings.discount_limit)) {
        const person_id = context.staff.personId()
        const approved = await context.staff.approve(pin)
        const about = { kind: request.kind, order_id: before.draft.id }
        const outcome = outcomeOf(approved)
        const approved_by = approved.ok ? approved.value.by : null
        if (outcome !== 'pin_needed')
          context.audit.add({
            role: 'manager',
            person_id,
            approved_by,
            command: 'order.change',
            about,
            outcome,
          })
        if (!approved.ok) return approved
        if (isPaying()) return refuse('not_now', 'a sale is under way')
      }
      await orders.change(id, change)
      return ok(null)
    },
    held: () =>
      ok(
        orders.book().held.map(({ name, held_at, order, note = '' }) => ({
          order_id: order.id,
          name,
          held_at,
          lines: order.lines.length,
          total: totalsOf(order).total,
          note,
        })),
      ),
    toCharge(orderId, amount) {
      const { draft } = orders.book()
      const isTheSame = draft.id === orderId && draft.lines.length > 0 && totalsOf(draft).total === amount
      return isTheSame ? draft : null
    },
    async putAside(cause, order, name, note) {
      const id = `aside-${cause}`
      const held_at = new Date(context.now()).toISOString()
      // With a new id: the former order is permanently sold.
      const kept = note === '' ? {} : { note }
      const held = { name, held_at, order: { ...order, id: newOrderId() }, ...kept }
      return (await orders.change(id, { kind: 'put_aside', held })) || orders.book().made.includes(id)
    },
    async sold(orderId) {
      await orders.change(`sold-${orderId}`, { kind: 'sold', order_id: orderId, next_id: newOrderId() })
    },
    stop: orders.close,
  }
}
