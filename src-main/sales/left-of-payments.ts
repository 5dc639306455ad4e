import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import { refundableOf } from '../../src-shared/payments/refundable.ts'
import type { CommandRefusal } from '../../src-shared/pos/refusals.ts'
import { partCents, type ReturnPart } from '../../src-shared/pos/returns/return.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { ManagerActions } from '../manager/actions.ts'

/** The payments of what goes back to cards: that much of each is left, which only the service knows. */
export async function leftOfPayments(
  parts: readonly ReturnPart[],
  manager: () => Promise<{ readonly paymentNow: ManagerActions['paymentNow'] } | null>,
): Promise<Result<readonly Payment[], CommandRefusal>> {
  const payments: Payment[] = []
  for (const part of parts) {
    if (part.kind !== 'card') continue
    const found = await (await manager())?.paymentNow(part)
    if (found === undefined) return err({ code: 'not_available', message: 'the payments are not known yet' })
    if (!found.ok) return found
    const left = found.value.status === 'captured' ? refundableOf(found.value) : 0
    if (left < partCents(part)) {
      const message = `${part.payment_id}: ${left} of ${partCents(part)} cents are left`
      return err({ code: 'given_back_elsewhere', message })
    }
    payments.push(found.value)
  }
  return ok(payments)
}
