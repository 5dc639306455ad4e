import type { CounterEffect } from '../../../../../src-shared/pos/bill/bill-events.ts'
import type { SaleFacts } from '../../../../../src-shared/pos/sale/sale.ts'
import type { PaymentFound, SaleAnswer } from '../../../../../src-shared/pos/sale/sale-events.ts'
import { decline, payment } from '../transition/sale-fixtures.ts'

export interface Charge {
  readonly id: string
  readonly sale_id: string
  /** In cents, without the part that was refunded. */
  amount: number
  returned?: number
  status: 'captured' | 'failed' | 'voided' | 'held'
}

/**
 * A bank with the service in front of it: approves in part, declines, holds, loses answers, and keeps the true state.
 */
export class BillBank {
  readonly charges: Charge[] = []
  /** Sales whose intents are closed: no card can be charged on them any more. */
  protected readonly closed = new Set<string>()
  protected readonly violations: string[]

  constructor(violations: string[]) {
    this.violations = violations
  }

  answer(effect: CounterEffect, roll: number, isOutage: boolean): SaleAnswer | null {
    const lost = roll % 4 === 3
    switch (effect.kind) {
      case 'create_intent':
        if (lost) return { kind: 'create_failed', reason: 'service_unreachable', detail: '' }
        return {
          kind: 'intent_created',
          intent_id: `pi_${effect.sale.id}`,
          tips: roll % 3 === 0 ? { presets: [20], custom: false } : null,
        }
      case 'ask_tip':
        return { kind: 'tip_chosen', tip: roll % 2 === 0 ? 0 : 200 }
      case 'update_intent':
        return { kind: 'intent_updated' }
      case 'authorize':
        this.atTheBank(effect.sale, roll)
        return {
          kind: 'authorization_ended',
          end: lost
            ? { kind: 'unknown', cause: 'no_answer', otherwise: 'timed_out', detail: '', ended: true }
            : this.found(effect.sale),
        }
      case 'look_up':
        // A payment about which the cashier is being asked is refunded only by the counter.
        if (roll % 6 === 5) this.giveBackElsewhere(effect.sale.id, roll)
        if (lost || isOutage) return { kind: 'look_up_failed', refused: roll % 8 === 7, detail: '' }
        return { kind: 'looked_up', idle: true, found: this.found(effect.sale) }
      case 'wait':
        return { kind: 'waited' }
      case 'capture_intent': {
        const charge = this.charges.find(
          ({ sale_id, status }) => sale_id === effect.sale.id && status === 'held',
        )
        if (roll % 7 === 6 || charge === undefined)
          return { kind: 'capture_failed', refused: true, detail: 'no' }
        const asked = effect.sale.amount + effect.sale.tip
        if (asked > charge.amount) this.violations.push(`${asked} were captured of ${charge.amount}`)
        charge.status = 'captured'
        charge.amount = asked
        if (lost) return { kind: 'capture_failed', refused: false, detail: '' }
        return { kind: 'captured', payment: payment({ payment_id: charge.id, amount: asked }) }
      }
      case 'void_intent': {
        if (roll % 7 === 6) return { kind: 'void_failed', refused: true, detail: '' }
        const charge = this.charges.find(
          ({ sale_id, status }) => sale_id === effect.sale.id && (status === 'captured' || status === 'held'),
        )
        if (effect.held && charge?.status === 'captured')
          return { kind: 'void_failed', refused: true, detail: '' }
        if (charge !== undefined) charge.status = 'voided'
        return lost ? { kind: 'void_failed', refused: false, detail: '' } : { kind: 'void_accepted' }
      }
      case 'cancel_intent':
        this.close(effect.sale_id)
        return null
      case 'load_receipt':
        return { kind: 'receipt_loaded', receipt: [], signature: null }
      default:
        return null
    }
  }

  /** The state of a tab's hold, as the service shows it. */
  statusOf(saleId: string): 'held' | 'captured' | 'ended' {
    const charge = this.charges.find(({ sale_id, status }) => sale_id === saleId && status !== 'failed')
    return charge?.status === 'held' || charge?.status === 'captured' ? charge.status : 'ended'
  }

  /** Lets a tab's hold expire, as it does after some days. */
  endHold(saleId: string): void {
    for (const charge of this.charges)
      if (charge.sale_id === saleId && charge.status === 'held') charge.status = 'voided'
  }

  /** Closes an intent, which gives back everything charged on it. */
  close(saleId: string): void {
    this.closed.add(saleId)
    for (const charge of this.charges)
      if (charge.sale_id === saleId && charge.status !== 'failed') charge.status = 'voided'
  }

  /** Another counter or the portal captures a hold, in part or in full. */
  captureElsewhere(roll: number): void {
    const held = this.charges.filter(({ status }) => status === 'held')
    const charge = held[roll % Math.max(held.length, 1)]
    if (charge === undefined) return
    charge.status = 'captured'
    charge.amount = 1 + (roll % charge.amount)
  }

  /** Another counter or the portal refunds a card payment, in part or in full. */
  private giveBackElsewhere(saleId: string, roll: number): void {
    const charge = this.charges.find(({ sale_id, status }) => sale_id === saleId && status === 'captured')
    if (charge === undefined) return
    const cents = roll % 4 === 0 ? charge.amount : 1 + (roll % charge.amount)
    charge.returned = (charge.returned ?? 0) + cents
    charge.amount -= cents
    if (charge.amount === 0) charge.status = 'voided'
  }

  /** @param asked amount in cents */
  protected atTheBank(sale: SaleFacts, roll: number, asked = sale.amount + sale.tip): void {
    if (this.charges.some(({ sale_id, status }) => sale_id === sale.id && status !== 'failed')) {
      this.violations.push(`${sale.id} was charged twice`)
    }
    if (roll % 5 === 4 || this.closed.has(sale.id)) return
    const amount = roll % 3 === 1 ? 1 + (roll % asked) : asked
    const status = roll % 7 === 5 ? 'failed' : sale.tab === null ? 'captured' : 'held'
    this.charges.push({ id: `pmt_${this.charges.length + 1}`, sale_id: sale.id, amount, status })
  }

  protected found(sale: SaleFacts): PaymentFound {
    const own = this.charges.filter(({ sale_id }) => sale_id === sale.id)
    const live = own.find(({ status }) => status === 'captured' || status === 'held')
    if (live !== undefined) {
      const status = live.status === 'held' ? 'uncaptured' : 'captured'
      const { id: payment_id, amount, returned } = live
      const shown = payment({ payment_id, amount, status, ...(returned !== undefined && { returned }) })
      return { kind: 'paid', payment: shown, sign: false }
    }
    const back = own.find(({ status }) => status === 'voided')
    if (back !== undefined) {
      const { returned } = back
      return { kind: 'voided', open: false, ...(returned !== undefined && { returned }) }
    }
    const failed = own.find(({ id, status }) => status === 'failed' && !sale.failed_payments.includes(id))
    if (failed !== undefined) return { kind: 'declined', payment_id: failed.id, decline }
    return { kind: 'absent', open: true }
  }
}
