import type { ApiKeyDocument } from '../../../../src-service/accounts/documents.ts'
import { apiKeysModule } from '../../../../src-service/api-keys/module.ts'
import { applicationsModule } from '../../../../src-service/boarding/applications/module.ts'
import { contractorsModule } from '../../../../src-service/contractors/module.ts'
import type { Handler } from '../../../../src-service/http/handler.ts'
import type { Postbox } from '../../../../src-service/mail/postbox.ts'
import { firstRow, insertOf, nextRow, noAccount, updateOf } from '../../../../src-service/store/row-writes.ts'
import type { Store } from '../../../../src-service/store/store.ts'
import { issueActivationCode } from '../../../../src-service/terminals/activation/issue.ts'
import { terminalTimings } from '../../../../src-service/terminals/timings.ts'
import type { UserDocument, UserSessionDocument } from '../../../../src-service/users/documents.ts'
import { usersModule } from '../../../../src-service/users/module.ts'
import { endpointHandlers } from '../../../../src-service/webhooks/endpoint-handlers.ts'
import type { PaymentsHarness } from '../intents/payments-harness.ts'

/** A service in which keys and users make things, and lose their rights meanwhile. */

export async function openMakers({ services, caller }: PaymentsHarness) {
  const { store } = services
  const { tenantId } = caller
  const business_id = caller.account?.business_id ?? ''
  await store.commit({
    writes: [endpointToChange(tenantId, business_id), application(tenantId, business_id)],
  })
  const mails: unknown[] = []
  const mailer = {
    async send(mail: unknown) {
      mails.push(mail)
      return { outcome: 'sent', refused: [] }
    },
  }

  /** A key, and a user who is signed in. A test needs new ones for each loss of rights. */
  async function maker() {
    const id = services.newId('user')
    const key = keyRow(tenantId, `key_of_${id}`)
    const user = userRow(tenantId, business_id, id)
    const inactive = firstRow<UserDocument>(
      tenantId,
      `other_${id}`,
      { ...user.document, id: `other_${id}`, email: `other_${id}@example.com`, status: 'INACTIVE' },
      1,
    )
    const session = firstRow<UserSessionDocument>(
      tenantId,
      `session_of_${id}`,
      { user_id: id, hash: `of the cookie of ${id}`, expires_at: Number.MAX_SAFE_INTEGER },
      1,
    )
    await store.commit({
      writes: [
        ...[insertOf('api_key', key), insertOf('user_session', session)],
        ...[insertOf('user', user), insertOf('user', inactive)],
      ],
    })
    const callers = {
      key: { ...caller, accountId: null, keyId: key.id },
      sign_in: {
        ...{ tenantId, accountId: null, keyId: id, level: 'business' },
        ...{ bounds: { partner_id: null, business_id, account_id: null } },
        session: { id: session.id, user_id: id },
      },
    } as const

    /** The requests of this maker. @param on a store in which something happens meanwhile */
    const requests = (on: Store = store, by: keyof typeof callers = 'key') => {
      const open = { ...services, store: on }
      const applicationsUrl = () => 'https://a.example'
      const postbox = { mailer, from: 'a@example.com', language: 'en', training: true } as unknown as Postbox
      const login = { ...open, postbox, publicUrl: () => 'https://a.example' }
      const sessions = { reportBegin: () => {}, reportEnd: () => {} }
      const keys = apiKeysModule(open, { forget: () => {} }).handlers
      const users = usersModule(login, sessions, { forget: () => {} }).handlers
      const endpoints = endpointHandlers(open, true)
      const applications = applicationsModule(open, { applicationsUrl }).handlers
      const contractors = contractorsModule({ ...open, applicationsUrl }).handlers
      const ask = (handler: unknown, request: object) =>
        (handler as Handler<'api_keys.create'>)({
          caller: callers[by],
          idempotency: null,
          ...request,
        } as never)
      const level = by === 'key' ? 'tenant_admin' : 'business'
      const person = { first_name: 'Eve', last_name: 'King', email: 'eve@example.com', business_id }
      const parent = { parent_type: 'BUSINESS', parent_id: business_id }
      return {
        key: () => ask(keys['api_keys.create'], { body: { level, name: 'Made' } }),
        endpoint: () => ask(endpoints['webhook_endpoints.create'], { body: { url: 'https://a.example/' } }),
        user: (more: object = {}) => ask(users['users.create'], { body: person, ...more }),
        link: () => ask(users['users.login_url'], { params: { id } }),
        changedUser: () => ask(users['users.update'], { params: { id }, body: { email: person.email } }),
        activeUser: () =>
          ask(users['users.set_status'], { params: { id: inactive.id }, body: { status: 'ACTIVE' } }),
        changedEndpoint: () =>
          ask(endpoints['webhook_endpoints.update'], {
            params: { id: 'we_any' },
            body: { url: 'https://a.example/' },
          }),
        applicationLink: () => ask(applications['applications.link'], { params: { id: 'app_any' } }),
        contractorLink: () => ask(contractors['contractors.link'], { body: parent }),
        activationCode: () =>
          issueActivationCode({ ...open, timings: terminalTimings } as never, callers[by] as never, {
            hsn: 'T-1',
          }),
      }
    }

    return {
      requests,
      revoke: () =>
        store.commit({
          writes: [updateOf('api_key', nextRow(key, { ...key.document, revoked_at: 2 }, 2))],
        }),
      signOut: () =>
        store.commit({
          writes: [{ op: 'delete', kind: 'user_session', account_id: tenantId, id: session.id }],
        }),
      makeReadOnly: () =>
        store.commit({
          writes: [updateOf('user', nextRow(user, { ...user.document, role: 'READ_ONLY' as const }, 2))],
        }),
    }
  }

  return {
    store,
    maker,
    /** How much of each has been made by a request. */
    async made() {
      const keys = await store.list<ApiKeyDocument>('api_key', { limit: 90 })
      const users = await store.list<UserDocument>('user', { limit: 90 })
      const endpoints = await store.list('webhook_endpoint', { limit: 90 })
      return {
        keys: keys.filter(({ document: { name, revoked_at } }) => name === 'Made' && revoked_at === null)
          .length,
        endpoints: endpoints.filter(({ id }) => id !== 'we_any').length,
        users: users.filter(({ document }) => document.email === 'eve@example.com').length,
        links: users.filter(({ document }) => document.login_hash !== null).length,
        mails: mails.length,
      }
    },
    /** The versions of all rows that a request may write. */
    async versions() {
      const kinds = [
        ...(['user', 'webhook_endpoint', 'application'] as const),
        ...(['contractor_application', 'activation_code'] as const),
      ]
      const rows = await Promise.all(kinds.map((kind) => store.list(kind, { limit: 90 })))
      return rows.flat().map(({ id, version }) => `${id} ${version}`)
    },
  }
}

/** A store whose next commit waits until something else has happened. */
export function whileCommitting(store: Store, happens: () => Promise<unknown>): Store {
  let next: (() => Promise<unknown>) | null = happens
  return {
    ...store,
    async commit(set) {
      const first = next
      next = null
      await first?.()
      return store.commit(set)
    },
  }
}

const keyRow = (tenant_id: string, id: string) =>
  firstRow<ApiKeyDocument>(
    noAccount,
    id,
    {
      ...{ tenant_id, level: 'tenant_admin', name: 'Maker', hash: `hash of ${id}`, hint: 'abcd' },
      ...{ partner_id: null, business_id: null, account_id: null, revoked_at: null },
    },
    1,
  )

const userRow = (tenantId: string, business_id: string, id: string) =>
  firstRow<UserDocument>(
    tenantId,
    id,
    {
      ...{ id, entity: 'user', type: 'BUSINESS', email: `${id}@example.com`, business_id },
      ...{ first_name: 'Ada', last_name: 'King', role: 'ADMIN', status: 'ACTIVE', partner_id: null },
      ...{ last_sign_in: null, login_hash: null, login_until: null, links_made: [] },
      ...{ created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' },
    },
    1,
  )

const endpointToChange = (tenant_id: string, business_id: string) =>
  insertOf(
    'webhook_endpoint',
    firstRow(
      noAccount,
      'we_any',
      {
        ...{ tenant_id, partner_id: null, business_id, account_id: null, failing_since: null },
        ...{ url: 'https://b.example/', event_types: ['*'], status: 'enabled', previous_secret: null },
      },
      1,
    ),
  )

const application = (tenantId: string, business_id: string) =>
  insertOf(
    'application',
    firstRow(
      tenantId,
      'app_any',
      { business_id, partner_id: null, status: 'DRAFT', processing_plan_id: 'plan_any', link: null },
      1,
    ),
  )
