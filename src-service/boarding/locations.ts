import type { Location } from '../../src-shared/api/schemas/location.ts'
import { ok } from '../../src-shared/result.ts'
import type { BusinessRow } from '../accounts/documents.ts'
import { changed, inserted, updateOf } from '../store/row-writes.ts'
import type { Row } from '../store/store.ts'
import { isoTime } from '../time/clock.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import type { LocationDocument } from './load.ts'

export const locationOf = ({ partner_id: _, ...location }: LocationDocument): Location => location

/** Creates a location of a business, with the partner of the business. */
export function decideCreateLocation(
  business: BusinessRow,
  name: string,
  { now, newId }: DecisionContext,
): DecisionResult<Location> {
  const document: LocationDocument = {
    id: newId('location'),
    entity: 'location',
    business_id: business.id,
    partner_id: business.document.partner_id ?? null,
    name,
    created_at: isoTime(now),
    updated_at: isoTime(now),
  }
  return ok({
    writes: [inserted('location', business.document.tenant_id, document, now)],
    events: [],
    reply: locationOf(document),
  })
}

export function decideRenameLocation(
  row: Row<LocationDocument>,
  name: string,
  { now }: DecisionContext,
): DecisionResult<Location> {
  if (row.document.name === name) return ok({ writes: [], events: [], reply: locationOf(row.document) })
  const next = changed(row, { name }, now)
  return ok({ writes: [updateOf('location', next)], events: [], reply: locationOf(next.document) })
}
