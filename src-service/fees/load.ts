import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { Fee } from '../../src-shared/api/schemas/fee.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { isInReach } from '../accounts/accounts-in-reach.ts'
import type { Caller } from '../caller.ts'
import type { ReadingServices } from '../services.ts'
import type { Row } from '../store/store.ts'
import { maximumFeeRefunds, type RefundableFee } from './decide-refund-fee.ts'

const missing = (id: string): ServiceError =>
  serviceError('resource_missing', `There is no fee ${id} that this key can access.`, { param: 'id' })

/** Loads a fee of the account that the request names, or without one, of any account in the key's reach. */
export async function loadFee(
  services: ReadingServices,
  caller: Caller,
  id: string,
): Promise<Result<Row<Fee>, ServiceError>> {
  const row = await services.store.find<Fee>('fee', id)
  return row !== null && (await isInReach(services, caller, row.account_id)) ? ok(row) : err(missing(id))
}

export async function loadRefundableFee(
  services: ReadingServices,
  caller: Caller,
  id: string,
): Promise<Result<RefundableFee, ServiceError>> {
  const fee = await loadFee(services, caller, id)
  if (!fee.ok) return fee
  const refunds = await services.store.list<Fee>('fee', {
    account_id: fee.value.account_id,
    where: [
      { column: 'source_id', is: '=', value: id },
      { column: 'is_refund', is: '=', value: 1 },
    ],
    limit: maximumFeeRefunds,
  })
  return ok({ fee: fee.value, refunds: refunds.length })
}
