import { describe, expect, test } from 'vitest'
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
import { onPostgres } from '../intents/on-postgres.ts'
import { codeOf, openPaymentsHarness } from '../intents/payments-harness.ts'

const engines = { SQLite: () => openPaymentsHarness(), PostgreSQL: onPostgres }

/** A store whose next commit waits until something else has happened. */
function whileCommitting(store: Store, happens: () => Promise<unknown>): Store {
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

/** An admitted request runs on after its key is revoked, and another node admits the key for up to a second. */
describe.each(['SQLite', 'PostgreSQL'] as const)('what is made on %s', (engine) => {
  async function withMaker() {
    const { services, caller } = await engines[engine]()
    const { tenantId } = caller
    const maker = firstRow<ApiKeyDocument>(
      noAccount,
      'key_maker',
      {
        ...{ tenant_id: tenantId, level: 'tenant_admin', name: 'Maker', hash: 'a hash', hint: 'abcd' },
        ...{ partner_id: null, business_id: null, account_id: null, revoked_at: null },
      },
      1,
    )
    const business_id = caller.account?.business_id ?? ''
    const user = firstRow<UserDocument>(
      tenantId,
      'usr_maker',
      {
        ...{ id: 'usr_maker', entity: 'user', type: 'BUSINESS', email: 'ada@example.com', business_id },
        ...{ first_name: 'Ada', last_name: 'King', role: 'ADMIN', status: 'ACTIVE', partner_id: null },
        ...{ last_sign_in: null, login_hash: null, login_until: null, links_made: [] },
        ...{ created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' },
      },
      1,
    )
    const other = firstRow<UserDocument>(
      tenantId,
      'usr_other',
      { ...user.document, id: 'usr_other', email: 'bob@example.com', status: 'INACTIVE' },
      1,
    )
    const session = firstRow<UserSessionDocument>(
      tenantId,
      'uss_maker',
      { user_id: user.id, hash: 'of the cookie', expires_at: Number.MAX_SAFE_INTEGER },
      1,
    )
    await services.store.commit({
      writes: [
        ...[insertOf('api_key', maker), insertOf('user_session', session)],
        ...[insertOf('user', user), insertOf('user', other)],
      ],
    })
    const addEndpointAndApplication = () =>
      services.store.commit({
        writes: [
          insertOf(
            'webhook_endpoint',
            firstRow(
              noAccount,
              'we_any',
              {
                ...{
                  tenant_id: tenantId,
                  partner_id: null,
                  business_id,
                  account_id: null,
                  failing_since: null,
                },
                ...{
                  url: 'https://b.example/',
                  event_types: ['*'],
                  status: 'enabled',
                  previous_secret: null,
                },
              },
              1,
            ),
          ),
          insertOf(
            'application',
            firstRow(
              tenantId,
              'app_any',
              { business_id, partner_id: null, status: 'DRAFT', processing_plan_id: 'plan_any', link: null },
              1,
            ),
          ),
        ],
      })
    const mails: unknown[] = []
    const mailer = {
      async send(mail: unknown) {
        mails.push(mail)
        return { outcome: 'sent', refused: [] }
      },
    }
    const callers = {
      key: { ...caller, accountId: null, keyId: maker.id },
      sign_in: {
        ...{ tenantId, accountId: null, keyId: user.id, level: 'business' },
        ...{ bounds: { partner_id: null, business_id, account_id: null } },
        session: { id: session.id, user_id: user.id },
      },
    } as const
    const makers = (store: Store, by: keyof typeof callers = 'key') => {
      const open = { ...services, store }
      const keys = apiKeysModule(open, { forget: () => {} }).handlers
      const postbox = { mailer, from: 'a@example.com', language: 'en', training: true } as unknown as Postbox
      const sessions = { reportBegin: () => {}, reportEnd: () => {} }
      const login = { ...open, postbox, publicUrl: () => 'https://a.example' }
      const users = usersModule(login, sessions, { forget: () => {} }).handlers
      const applicationsUrl = () => 'https://a.example'
      const applications = applicationsModule(open, { applicationsUrl }).handlers
      const contractors = contractorsModule({ ...open, applicationsUrl }).handlers
      const made = (create: unknown, request: object) =>
        (create as Handler<'api_keys.create'>)({
          caller: callers[by],
          idempotency: null,
          ...request,
        } as never)
      const level = by === 'key' ? 'tenant_admin' : 'business'
      const person = { first_name: 'Eve', last_name: 'King', email: 'eve@example.com', business_id }
      return {
        key: () => made(keys['api_keys.create'], { body: { level, name: 'Made' } }),
        endpoint: () =>
          made(endpointHandlers(open, true)['webhook_endpoints.create'], {
            body: { url: 'https://a.example/' },
          }),
        user: (repeated: object = {}) => made(users['users.create'], { body: person, ...repeated }),
        link: () => made(users['users.login_url'], { params: { id: user.id } }),
        changedUser: () =>
          made(users['users.update'], { params: { id: user.id }, body: { email: 'eve@example.com' } }),
        activeUser: () =>
          made(users['users.set_status'], { params: { id: other.id }, body: { status: 'ACTIVE' } }),
        applicationLink: () => made(applications['applications.link'], { params: { id: 'app_any' } }),
        contractorLink: () =>
          made(contractors['contractors.link'], {
            body: { parent_type: 'BUSINESS', parent_id: business_id },
          }),
        activationCode: () =>
          issueActivationCode({ ...open, timings: terminalTimings } as never, callers[by] as never, {
            hsn: 'T-1',
          }),
        changedEndpoint: () =>
          made(endpointHandlers(open, true)['webhook_endpoints.update'], {
            params: { id: 'we_any' },
            body: { url: 'https://a.example/' },
          }),
      }
    }
    const made = async () => {
      const { store } = services
      const keysNow = await store.list<ApiKeyDocument>('api_key', { limit: 50 })
      const users = await store.list<UserDocument>('user', { limit: 50 })
      return {
        keys: keysNow.filter(({ document: { name, revoked_at } }) => name === 'Made' && revoked_at === null)
          .length,
        endpoints: (await store.list('webhook_endpoint', { limit: 50 })).length,
        users: users.filter(({ document }) => document.email === 'eve@example.com').length,
        links: users.filter(({ document }) => document.login_hash !== null).length,
        mails: mails.length,
      }
    }
    const revoke = () => {
      const gone = nextRow(maker, { ...maker.document, revoked_at: 2 }, 2)
      return services.store.commit({ writes: [updateOf('api_key', gone)] })
    }
    const signOut = () =>
      services.store.commit({
        writes: [{ op: 'delete', kind: 'user_session', account_id: tenantId, id: session.id }],
      })
    const makeReadOnly = () => {
      const next = nextRow(user, { ...user.document, role: 'READ_ONLY' as const }, 2)
      return services.store.commit({ writes: [updateOf('user', next)] })
    }
    return { store: services.store, makers, made, addEndpointAndApplication, revoke, signOut, makeReadOnly }
  }

  const nothing = { keys: 0, endpoints: 0, users: 0, links: 0, mails: 0 }
  const what = ['endpoint', 'user', 'link'] as const

  test.each(['key', 'sign_in'] as const)('is valid if its %s stays', async (by) => {
    const { store, makers, made } = await withMaker()
    const { key, endpoint, user, link } = makers(store, by)
    const answers = [await key(), await endpoint(), await user(), await link()]
    expect(answers.map(codeOf)).toEqual(['ok', 'ok', 'ok', 'ok'])
    expect(await made()).toEqual({ keys: 1, endpoints: 1, users: 1, links: 1, mails: 1 })
  })

  test.each(['key', ...what] as const)(
    'a %s does not outlive the revocation of its key at the same time',
    async (name) => {
      const { store, makers, made, revoke } = await withMaker()
      expect(codeOf(await makers(whileCommitting(store, revoke))[name]())).toBe('permission_denied')
      expect(await made()).toEqual(nothing)
    },
  )

  test.each(['key', ...what] as const)('a %s does not outlive a sign-out at the same time', async (name) => {
    const { store, makers, made, signOut } = await withMaker()
    expect(codeOf(await makers(whileCommitting(store, signOut), 'sign_in')[name]())).toBe('permission_denied')
    expect(await made()).toEqual(nothing)
  })

  test.each(['key', ...what] as const)(
    'a %s is not made by a user who becomes read-only at the same time',
    async (name) => {
      const { store, makers, made, makeReadOnly } = await withMaker()
      expect(codeOf(await makers(whileCommitting(store, makeReadOnly), 'sign_in')[name]())).toBe(
        'permission_denied',
      )
      expect(await made()).toEqual(nothing)
    },
  )

  test.each(['changedUser', 'activeUser', 'changedEndpoint'] as const)(
    'a request that was admitted before its key was revoked makes no %s',
    async (name) => {
      const { store, makers, made, revoke } = await withMaker()
      await revoke()
      expect(codeOf(await makers(store)[name]())).toBe('permission_denied')
      expect(await made()).toEqual(nothing)
    },
  )

  describe.each([
    'changedUser',
    'activeUser',
    'changedEndpoint',
    'applicationLink',
    'contractorLink',
    'activationCode',
  ] as const)('%s', (name) => {
    /** The versions of all rows that the request may write. */
    const versionsIn = async (store: Store) => {
      const kinds = [
        ...(['user', 'webhook_endpoint', 'application'] as const),
        ...(['contractor_application', 'activation_code'] as const),
      ]
      const rows = await Promise.all(kinds.map((kind) => store.list(kind, { limit: 50 })))
      return rows.flat().map(({ id, version }) => `${id} ${version}`)
    }

    test.each(['key', 'sign_in'] as const)('is carried out if its %s stays', async (by) => {
      const { store, makers, addEndpointAndApplication } = await withMaker()
      await addEndpointAndApplication()
      const before = await versionsIn(store)
      expect(codeOf(await makers(store, by)[name]())).toBe('ok')
      expect(await versionsIn(store)).not.toEqual(before)
    })

    test.each([
      ['its key is revoked', 'key', 'revoke'],
      ['its user is signed out', 'sign_in', 'signOut'],
    ] as const)('writes nothing if %s at the same time', async (_, by, loss) => {
      const maker = await withMaker()
      const { store, makers } = maker
      await maker.addEndpointAndApplication()
      const before = await versionsIn(store)
      expect(codeOf(await makers(whileCommitting(store, maker[loss]), by)[name]())).toBe('permission_denied')
      expect(await versionsIn(store)).toEqual(before)
    })
  })

  test('what a key makes is written once, and never without access', async () => {
    const { store, makers, made, revoke } = await withMaker()
    const commits: string[][] = []
    const counting: Store = {
      ...store,
      commit(set) {
        commits.push(set.writes.map(({ op, kind }) => `${op} ${kind}`))
        return store.commit(set)
      },
    }
    const { key, endpoint, user } = makers(whileCommitting(counting, revoke))
    expect([await key(), await endpoint(), await user()].map(codeOf)).toEqual(
      Array(3).fill('permission_denied'),
    )
    // A row that is written and removed again would be left behind by a crash in between.
    expect(commits).toEqual([['insert api_key']])
    expect(await made()).toEqual(nothing)
  })

  test('a repeat does not get the user who was removed, but makes one', async () => {
    const { store, makers, made, revoke } = await withMaker()
    const idempotency = { scope: 'users of the business', fingerprint: 'a body', created_at: 1 }
    expect(codeOf(await makers(whileCommitting(store, revoke)).user({ idempotency }))).toBe(
      'permission_denied',
    )
    const again = makers(store, 'sign_in')
    for (const repeat of [1, 2]) {
      expect([repeat, codeOf(await again.user({ idempotency }))]).toEqual([repeat, 'ok'])
      expect(await made()).toEqual({ ...nothing, users: 1 })
    }
  })
})
