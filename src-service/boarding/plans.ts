import type { z } from 'zod'
import { refuse, type ServiceError } from '../../src-shared/api/errors.ts'
import type {
  CreateProcessingPlanBody,
  listProcessingPlansQuerySchema,
  ProcessingPlan,
} from '../../src-shared/api/schemas/processing-plan.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { reachOfCaller } from '../accounts/reach.ts'
import type { Caller } from '../caller.ts'
import type { ReadingServices } from '../services.ts'
import type { ProcessingPlanDocument } from '../settlement/plans.ts'
import type { Page } from '../store/read-page.ts'
import { firstRow, insertOf, noAccount } from '../store/row-writes.ts'
import { rowsOf } from '../store/rows-of.ts'
import type { Row } from '../store/store.ts'
import { isoTime } from '../time/clock.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import { pageOfList } from './memory-page.ts'

type PlanRow = Row<ProcessingPlanDocument>

const planOf = ({ id, created_at, updated_at, document }: PlanRow): ProcessingPlan => ({
  id,
  entity: 'processing_plan',
  name: document.name,
  partner_id: document.partner_id ?? null,
  auth_fee: document.auth_fee,
  card_fee_bps: document.card_fee_bps,
  ach_per_transaction_fee: document.ach_per_transaction_fee,
  ach_fee_bps: document.ach_fee_bps,
  ach_bps_fee_max: document.ach_bps_fee_max,
  chargeback_fee: document.chargeback_fee,
  reversal_fee: document.reversal_fee,
  return_fee: document.return_fee,
  created_at: isoTime(created_at),
  updated_at: isoTime(updated_at),
})

/** Creates a plan for the whole tenant, or for the accounts of the named partner. */
export function decideCreatePlan(
  { tenantId }: Pick<Caller, 'tenantId'>,
  { partner_id, ...terms }: CreateProcessingPlanBody,
  { now, newId }: DecisionContext,
): DecisionResult<ProcessingPlan> {
  const document: ProcessingPlanDocument = { tenant_id: tenantId, partner_id: partner_id ?? null, ...terms }
  const row = firstRow(noAccount, newId('processing_plan'), document, now)
  return ok({ writes: [insertOf('processing_plan', row)], events: [], reply: planOf(row) })
}

/** A plan is for the whole tenant, or for the accounts of one partner. */
function seesPlan(caller: Caller, partnerOfAccount: string | null, { document }: PlanRow): boolean {
  const key = reachOfCaller(caller)
  if (key === null || document.tenant_id !== caller.tenantId) return false
  const partner = document.partner_id ?? null
  const own = key.partner_id ?? partnerOfAccount
  const isOfAll = key.partner_id === null && key.business_id === null && key.account_id === null
  return partner === null || isOfAll || partner === own
}

/** Returns the partner of a key that is bound to an account or business. */
async function partnerOf({ accounts }: ReadingServices, caller: Caller): Promise<string | null> {
  const key = reachOfCaller(caller)
  if (key?.account_id != null) return (await accounts.account(key.account_id))?.document.partner_id ?? null
  if (key?.business_id != null) return (await accounts.business(key.business_id))?.document.partner_id ?? null
  return null
}

export async function loadPlan(
  services: ReadingServices,
  caller: Caller,
  id: string,
  param = 'id',
  isFor: (partnerOfPlan: string | null) => boolean = () => true,
): Promise<Result<ProcessingPlan, ServiceError>> {
  const row = await services.store.find<ProcessingPlanDocument>('processing_plan', id)
  const isSeen = row !== null && seesPlan(caller, await partnerOf(services, caller), row)
  if (isSeen && isFor(row.document.partner_id ?? null)) return ok(planOf(row))
  const message = `There is no processing plan ${id} that this key can access.`
  return refuse('resource_missing', message, { param })
}

/** Section 4.3, find processing plans, newest first. There are few, so all of them are read. */
export async function listPlans(
  services: ReadingServices,
  caller: Caller,
  { name, ...query }: z.infer<typeof listProcessingPlansQuerySchema>,
): Promise<Result<Page<ProcessingPlan>, ServiceError>> {
  const partner = await partnerOf(services, caller)
  const where = [{ column: 'tenant_id', is: '=', value: caller.tenantId }] as const
  const words = name?.toLowerCase() ?? ''
  const plans: ProcessingPlan[] = []
  for await (const row of rowsOf<ProcessingPlanDocument>(services.store, 'processing_plan', { where })) {
    const fits = row.document.name.toLowerCase().includes(words)
    if (fits && seesPlan(caller, partner, row)) plans.push(planOf(row))
  }
  return pageOfList(plans, query)
}
