import type { ParkedSale } from '../../../../src-shared/pos/parked/parked-sale.ts'
import { isRecordable, isRecorded } from '../../../../src-shared/pos/parked/parked-transition.ts'
import type { AtRunner } from './random-cashier.ts'

/** Records findings about parked payments, right or wrong, and removes the payments. */
export class RandomManager {
  /** Sales removed as charged because of a finding only: their card payments may be in no bill. */
  readonly statedAsCharged = new Set<string>()
  /** Sales whose intents were closed because of a finding. */
  readonly statedAsNotCharged = new Set<string>()
  private readonly at: AtRunner

  constructor(at: AtRunner) {
    this.at = at
  }

  act(one: ParkedSale | undefined, roll: number): void {
    if (one === undefined) return
    if (roll % 2 === 0 && isRecordable(one)) this.record(one, roll % 4 === 0 ? 'done' : 'not_done')
    else this.putAway(one)
  }

  putAway(one: ParkedSale): void {
    const { id } = one.state.sale
    const finding = isRecorded(one) ? one.record?.finding : undefined
    if (finding !== undefined && !this.mayBelieve(one)) return
    const { kind } = one.state
    const keepsNothing =
      (kind === 'voiding' && finding === 'done') || (kind === 'checking' && finding === 'not_done')
    // The intent is closed at once.
    if (keepsNothing) this.statedAsNotCharged.add(id)
    if (!this.at.runner.acknowledgeParked(id)) {
      this.statedAsNotCharged.delete(id)
      return
    }
    // A void that was recorded as not carried out leaves the charge, also of a card that its bill never counted.
    if (finding === (kind === 'voiding' ? 'not_done' : 'done')) this.statedAsCharged.add(id)
  }

  private record({ state: { sale } }: ParkedSale, finding: 'done' | 'not_done'): void {
    const record = { finding, text: 'as the bank has it', author: null, at: sale.started_at }
    this.at.runner.recordParked(sale.id, { ...record, at_service: false })
  }

  /**
   * Because of a wrong finding, a bill may count a card as paid that was refunded, or a card may stay held: the manager
   * makes these two only if they are right.
   */
  private mayBelieve({ state, record }: ParkedSale): boolean {
    const { id } = state.sale
    const status = this.at.bank.charges.find((one) => one.sale_id === id && one.status !== 'failed')?.status
    const isWritten = record?.finding === 'done'
    if (state.kind === 'voiding' && !isWritten) return status === 'captured' && !this.at.isMoving(id)
    return state.kind !== 'capturing' || !isWritten || (status === 'captured' && !this.at.isMoving(id))
  }
}
