import type { Contractor } from '../../src-shared/api/schemas/contractor.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import type { PageFailure } from '../components/ask-service.ts'
import type { PortalApi } from './portal-api.ts'

/** Pages of fifty to look through; a page shows a contractor without a name rather than read a list without end. */
const mostPages = 4

/** Finds a contractor in the list, which alone has their names. @returns null if it is not among the newest */
export async function findContractor(
  api: Pick<PortalApi, 'call'>,
  businessId: string | null,
  id: string,
): Promise<Result<Contractor | null, PageFailure>> {
  let starting_after: string | undefined
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await api.call('contractors.list', { businessId, query: { limit: 50, starting_after } })
    if (!answer.ok) return answer
    const found = answer.value.data.find((one) => one.id === id)
    starting_after = answer.value.meta.next_cursor
    if (found !== undefined || starting_after === undefined) return ok(found ?? null)
  }
  return ok(null)
}
