import type { CallFailure } from '../../src-shared/api/client.ts'
import type { UnmatchedItem } from '../../src-shared/api/schemas/settlement.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { type ClientSource, callService } from '../service-calls/call-service.ts'
import { everyPage } from '../service-calls/pages.ts'

/** All unmatched settlements. A service with only the specification sends them at once, without `meta` or pages. */
export const everyUnmatched = (
  client: ClientSource,
): Promise<Result<readonly UnmatchedItem[], CallFailure>> =>
  everyPage<UnmatchedItem>(async ({ starting_after }) => {
    const query = starting_after === undefined ? {} : { starting_after }
    const page = await callService(client, 'settlements.list_unmatched', { query })
    if (!page.ok) return page
    const { data, meta = { has_more: false } } = page.value
    return ok({ data, meta })
  })
