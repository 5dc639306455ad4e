import type { ParkedSale } from '../../../../src-shared/pos/parked/parked-sale.ts'
import { isRecordable, isRecorded } from '../../../../src-shared/pos/parked/parked-transition.ts'
import type { AtRunner } from './random-cashier.ts'

/** Writes down what became of parked payments, rightly or wrongly, and puts them away. */
export class RandomManager {
  /** Sales that were put away as charged, by a statement alone: what their cards have paid is in no bill. */
  readonly statedAsCharged = new Set<string>()
  /** Sales whose intents are closed because of a statement. */
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
    // Its intent is closed at once.
    if (keepsNothing) this.statedAsNotCharged.add(id)
    if (!this.at.runner.acknowledgeParked(id)) {
      this.statedAsNotCharged.delete(id)
      return
    }
    if (finding === 'done' && kind !== 'voiding') this.statedAsCharged.add(id)
  }

  private record({ state: { sale } }: ParkedSale, finding: 'done' | 'not_done'): void {
    const record = { finding, text: 'as the bank has it', author: null, at: sale.started_at }
    this.at.runner.recordParked(sale.id, { ...record, at_service: false })
  }

  /**
   * By a wrong statement a bill may count a card as paid that has its money back, or a card may stay held: these two the
   * manager makes only where they are right.
   */
  private mayBelieve({ state, record }: ParkedSale): boolean {
    const { id } = state.sale
    const status = this.at.bank.charges.find((one) => one.sale_id === id && one.status !== 'failed')?.status
    const isWritten = record?.finding === 'done'
    if (state.kind === 'voiding' && !isWritten) return status === 'captured' && !this.at.isMoving(id)
    return state.kind !== 'capturing' || !isWritten || (status === 'captured' && !this.at.isMoving(id))
  }
}
