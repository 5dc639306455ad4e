import { refuse, type ServiceError } from '../../src-shared/api/errors.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { callerSeesBusiness } from '../accounts/businesses-in-reach.ts'
import type { Caller } from '../caller.ts'
import type { ReadingServices, Services } from '../services.ts'
import type { Row } from '../store/store.ts'
import type { GiftCardDocument, GiftCardEntryDocument } from './documents.ts'

export interface MovementState {
  readonly card: Row<GiftCardDocument>
  /** The entry that already has the reference. */
  readonly entry: GiftCardEntryDocument | null
  /** The entry that took that entry back. */
  readonly reversal: GiftCardEntryDocument | null
}

/** Loads a card if the caller reaches an account of its business. Any other card counts as missing. */
export async function loadCard(
  services: ReadingServices,
  caller: Caller,
  id: string,
): Promise<Result<Row<GiftCardDocument>, ServiceError>> {
  const row = await services.store.get<GiftCardDocument>('gift_card', caller.tenantId, id)
  if (row !== null && (await callerSeesBusiness(services, caller, row.document.business_id))) return ok(row)
  return refuse('resource_missing', `There is no gift card ${id} in this business.`, { param: 'id' })
}

/** Loads the card and its entries in a consistent state: if the card changes between the reads, they are repeated. */
export async function loadMovement(
  services: ReadingServices,
  caller: Caller,
  id: string,
  reference: string,
): Promise<Result<MovementState, ServiceError>> {
  const card = await loadCard(services, caller, id)
  if (!card.ok) return card
  const { business_id } = card.value.document
  const entry = await entryOf(services, caller.tenantId, business_id, reference)
  // The commit that adds an entry fails if the card has changed. An existing entry is only returned, so check here.
  if (entry === null) return ok({ card: card.value, entry, reversal: null })
  const reversal = await reversalOf(services, entry)
  const now = await services.store.get('gift_card', caller.tenantId, id)
  if (now?.version !== card.value.version) return loadMovement(services, caller, id, reference)
  return ok({ card: card.value, entry, reversal })
}

export const entryOf = (
  { store }: Pick<Services, 'store'>,
  tenantId: string,
  business: string,
  reference: string,
) =>
  firstEntry(store, tenantId, [
    { column: 'business_id', is: '=', value: business },
    { column: 'reference', is: '=', value: reference },
  ])

export const cardOfHash = async (
  { store }: Pick<Services, 'store'>,
  tenantId: string,
  business: string,
  hash: string,
): Promise<Row<GiftCardDocument> | null> => {
  const [row] = await store.list<GiftCardDocument>('gift_card', {
    account_id: tenantId,
    where: [
      { column: 'business_id', is: '=', value: business },
      { column: 'code_hash', is: '=', value: hash },
    ],
    limit: 1,
  })
  return row ?? null
}

export const reversalOf = ({ store }: Pick<Services, 'store'>, { id }: GiftCardEntryDocument) =>
  firstEntry(store, undefined, [{ column: 'reverses', is: '=', value: id }])

async function firstEntry(
  store: Services['store'],
  tenantId: string | undefined,
  where: NonNullable<Parameters<Services['store']['list']>[1]['where']>,
): Promise<GiftCardEntryDocument | null> {
  const [row] = await store.list<GiftCardEntryDocument>('gift_card_entry', {
    ...(tenantId === undefined ? {} : { account_id: tenantId }),
    where,
    limit: 1,
  })
  return row?.document ?? null
}
