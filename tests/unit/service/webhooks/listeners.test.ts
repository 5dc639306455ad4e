import { expect, onTestFinished, test, vi } from 'vitest'
import { createAccountDirectory } from '../../../../src-service/accounts/directory.ts'
import { migrations } from '../../../../src-service/store/migrations.ts'
import { firstRow, insertOf, noAccount } from '../../../../src-service/store/row-writes.ts'
import type { OutboxEvent } from '../../../../src-service/store/store.ts'
import { createClock } from '../../../../src-service/time/clock.ts'
import { fanOut } from '../../../../src-service/webhooks/fan-out.ts'
import { endpointWrite } from '../../../support/endpoint-write.ts'
import { migratedStores } from '../../../support/migrated-stores.ts'

const bounds = (account_id: string | null, business_id: string | null, partner_id: string | null) => ({
  ...{ account_id, business_id, partner_id },
})
/** The endpoints and their bounds; ptn_1 is the partner of the account and of the business. */
const listening = {
  we_account: bounds('acct_1', null, null),
  we_business: bounds(null, 'bus_1', null),
  we_narrowed: bounds(null, 'bus_1', 'ptn_1'),
  we_partner: bounds(null, null, 'ptn_1'),
  we_tenant: bounds(null, null, null),
  we_other_account: bounds('acct_2', 'bus_1', null),
  we_other_partner: bounds(null, 'bus_1', 'ptn_2'),
  we_disabled: bounds('acct_1', null, null),
} as const

test.each(['SQLite', 'PostgreSQL'] as const)(
  'an event goes to the endpoints whose bounds cover it, without reading those of other merchants, on %s',
  async (engine) => {
    const { store, run } = await migratedStores[engine]()
    onTestFinished(() => store.close())
    const account = { tenant_id: 'ten_1', business_id: 'bus_1', partner_id: 'ptn_1', merchant_id: 'mrch_1' }
    const others = Array.from(
      { length: 100 },
      (_, index) => [...([`we_${index}`, bounds(`acct_other_${index}`, null, null)] as const)] as const,
    )
    const rows = [...Object.entries(listening), ...others].map(([id, bound]) =>
      endpointWrite(id, {
        ...bound,
        status: id === 'we_disabled' ? 'disabled' : 'enabled',
        // Text that looks like another bound.
        description: '"account_id":"acct_9"',
      }),
    )
    await store.commit({
      writes: [
        ...rows,
        insertOf('business', firstRow(noAccount, 'bus_1', { tenant_id: 'ten_1', partner_id: 'ptn_1' }, 1)),
        insertOf('account', firstRow(noAccount, 'acct_1', account, 1)),
      ],
    })
    const services = { store, clock: createClock(), accounts: createAccountDirectory(store, () => 0) }
    const receiversOf = async (id: string, account_id: string) => {
      const event: OutboxEvent = {
        ...{ id, account_id, type: 'v2.fee.created', created_at: 1, sequence: 1, object: {} },
      }
      const list = vi.spyOn(store, 'list')
      const { jobs } = await fanOut(services, [event], () => 1)
      const read = await Promise.all(
        list.mock.calls.map(([kind], index) =>
          kind === 'webhook_endpoint' ? list.mock.results[index]?.value : [],
        ),
      )
      list.mockRestore()
      expect(read.flat().length).toBeLessThan(10)
      return jobs.map(({ delivery }) => delivery.document.endpoint_id).sort()
    }
    const ofAccount = ['we_account', 'we_business', 'we_narrowed', 'we_partner', 'we_tenant']
    const ofBusiness = ['we_business', 'we_narrowed', 'we_partner', 'we_tenant']
    expect(await receiversOf('evt_1', 'acct_1')).toEqual(ofAccount)
    expect(await receiversOf('evt_2', 'bus_1')).toEqual(ofBusiness)
    // The migration finds the existing endpoints.
    const { sql } = migrations.find(({ name }) => name === 'listeners') ?? { sql: '' }
    await run('DROP INDEX webhook_endpoints_by_listens_to')
    await run('ALTER TABLE webhook_endpoints DROP COLUMN listens_to')
    await run(sql)
    expect(await receiversOf('evt_3', 'acct_1')).toEqual(ofAccount)
    // Endpoints written by a node of the previous version are found as well.
    await run("UPDATE webhook_endpoints SET listens_to = NULL WHERE id IN ('we_account', 'we_partner')")
    expect(await receiversOf('evt_4', 'acct_1')).toEqual(ofAccount)
  },
)
