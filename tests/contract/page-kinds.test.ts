import { afterAll, beforeAll, expect, test } from 'vitest'
import { operationEntries } from '../../src-shared/api/operations.ts'
import { type Ask, createAsk, createContractorForm, createForm, expectRefusal } from './support/ask.ts'
import { type RunningService, startService } from './support/running-service.ts'

/** A page opens only its own kind of object: a valid secret of another kind is refused on every page. */
let service: RunningService
let ask: Ask
type Link = { readonly id: string; readonly client_secret: string }
let links: Readonly<Record<string, readonly Link[]>>
beforeAll(async () => {
  service = await startService()
  ask = createAsk(service)
  const made = async (name: 'checkout_sessions.create' | 'payment_method_intents.create') =>
    (await ask(name)).body as Link
  links = {
    application_pages: [await createForm(service)],
    contractor_application_pages: [await createContractorForm(service)],
    checkout_pages: [await made('checkout_sessions.create'), await made('payment_method_intents.create')],
  }
})
afterAll(() => service.stop())

const pages = operationEntries.filter(([, { access }]) => access === 'client_secret')
test.each(pages)('%s does not open objects of other pages', async (name, { path }) => {
  const [, folder = ''] = path.split('/')
  expect(Object.keys(links)).toContain(folder)
  for (const { id, client_secret } of Object.entries(links).flatMap(([of, all]) =>
    of === folder ? [] : all,
  )) {
    const headers = { 'x-client-secret': client_secret }
    const answer = await ask(name, { key: null, accountId: null, path: path.replace('{id}', id), headers })
    expect(expectRefusal(answer, 'resource_missing').param).toBe('x-client-secret')
  }
})
