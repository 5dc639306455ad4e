import { firstRow, insertOf } from '../../src-service/store/row-writes.ts'
import type { Store } from '../../src-service/store/store.ts'
import type { Contractor } from '../../src-shared/api/schemas/contractor.ts'

/** Creates active contractors of a business with the given ids. A second call with the same ids changes nothing. */
export async function putContractors(
  store: Pick<Store, 'commit'>,
  { tenantId, businessId }: { readonly tenantId: string; readonly businessId: string },
  ids: readonly string[],
): Promise<void> {
  const at = '2026-01-01T00:00:00.000Z'
  const writes = ids.map((id) => {
    const contractor: Contractor = {
      ...{ id, entity: 'contractor', business_id: businessId, type: 'INDIVIDUAL', name: id, email: null },
      ...{ contractor_status: 'APPROVED', status: 'ACTIVE', contractor_application_id: 'ctrcapp_test' },
      ...{ created_at: at, updated_at: at },
    }
    return insertOf('contractor', firstRow(tenantId, id, contractor, Date.parse(at)))
  })
  await store.commit({ writes })
}
