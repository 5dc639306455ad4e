import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyPage } from '../../../../src-main/service-calls/pages.ts'
import { searchPages } from '../../../../src-main/service-calls/search-pages.ts'
import { createClient } from '../../../../src-shared/api/client.ts'
import { must } from '../../../support/must.ts'
import { openSpecificationProxy, type SpecificationProxy } from '../../../support/specification-proxy.ts'
import { startTestService, type TestService } from '../support/service.ts'

/** Three pages. */
const count = 120
let service: TestService
let proxy: SpecificationProxy
const ids = new Set<string>()

beforeAll(async () => {
  service = await startTestService()
  proxy = await openSpecificationProxy(service.access.url)
  for (let made = 0; made < count; made++) {
    const body = { amount: 100 + made, payment_method_types: ['card' as const] }
    ids.add((await must(service.client.call('payment_intents.create', { body }))).id)
  }
})
afterAll(async () => {
  await proxy?.close()
  await service?.stop()
})

test.each(['ours', 'only the specification'])(
  'a search finds every payment at a service: %s',
  async (kind) => {
    const { url, apiKey, accountId } = service.access
    const client = createClient({ baseUrl: kind === 'ours' ? url : proxy.url, apiKey, accountId })
    const found = await must(everyPage(searchPages(() => client, { sort_direction: 'asc' })))
    expect(found.map(({ id }) => id)).toEqual([...ids])
  },
)
