import { describe, expect, test } from 'vitest'
import type { Store } from '../../../../src-service/store/store.ts'
import { onPostgres } from '../intents/on-postgres.ts'
import { codeOf, openPaymentsHarness } from '../intents/payments-harness.ts'
import { openMakers, whileCommitting } from './makers-harness.ts'

const engines = { SQLite: () => openPaymentsHarness(), PostgreSQL: onPostgres }

const makings = ['key', 'endpoint', 'user', 'link'] as const
const changes = [
  ...(['changedUser', 'activeUser', 'changedEndpoint'] as const),
  ...(['applicationLink', 'contractorLink', 'activationCode'] as const),
]
const nothing = { keys: 0, endpoints: 0, users: 0, links: 0, mails: 0 }

/** The ways to lose one's rights, and who loses them. */
const losses = [
  ['its key is revoked', 'key', 'revoke'],
  ['its user is signed out', 'sign_in', 'signOut'],
  ['its user becomes read-only', 'sign_in', 'makeReadOnly'],
] as const

/** An admitted request runs on after its key is revoked, and another node admits the key for up to a second. */
describe.each(['SQLite', 'PostgreSQL'] as const)('a request that makes something on %s', (engine) => {
  const open = async () => openMakers(await engines[engine]())

  test.each(['key', 'sign_in'] as const)('makes it if its %s stays', async (by) => {
    const { maker, made } = await open()
    const { key, endpoint, user, link } = (await maker()).requests(undefined, by)
    const answers = [await key(), await endpoint(), await user(), await link()]
    expect(answers.map(codeOf)).toEqual(['ok', 'ok', 'ok', 'ok'])
    expect(await made()).toEqual({ keys: 1, endpoints: 1, users: 1, links: 1, mails: 1 })
  })

  test.each(losses)('makes nothing that is used later if %s at the same time', async (_, by, loss) => {
    const { store, maker, made } = await open()
    for (const name of makings) {
      const one = await maker()
      const answer = await one.requests(whileCommitting(store, one[loss]), by)[name]()
      expect([name, codeOf(answer), await made()]).toEqual([name, 'permission_denied', nothing])
    }
  })

  test.each(['key', 'sign_in'] as const)('changes what it may if its %s stays', async (by) => {
    const { maker, versions } = await open()
    for (const name of changes) {
      const { requests } = await maker()
      const before = await versions()
      expect([name, codeOf(await requests(undefined, by)[name]())]).toEqual([name, 'ok'])
      expect([name, await versions()]).not.toEqual([name, before])
    }
  })

  test.each(losses.slice(0, 2))('changes nothing if %s at the same time', async (_, by, loss) => {
    const { store, maker, versions } = await open()
    for (const name of changes) {
      const one = await maker()
      const before = await versions()
      const answer = await one.requests(whileCommitting(store, one[loss]), by)[name]()
      expect([name, codeOf(answer), await versions()]).toEqual([name, 'permission_denied', before])
    }
  })

  test('changes nothing if it was admitted before its key was revoked', async () => {
    const { maker, made, versions } = await open()
    for (const name of changes) {
      const one = await maker()
      await one.revoke()
      const before = await versions()
      expect([name, codeOf(await one.requests()[name]())]).toEqual([name, 'permission_denied'])
      expect([name, await made(), await versions()]).toEqual([name, nothing, before])
    }
  })

  test('writes a key once, and never without access', async () => {
    const { store, maker, made } = await open()
    const { requests, revoke } = await maker()
    const commits: string[][] = []
    const counting: Store = {
      ...store,
      commit(set) {
        commits.push(set.writes.map(({ op, kind }) => `${op} ${kind}`))
        return store.commit(set)
      },
    }
    const { key, endpoint, user } = requests(whileCommitting(counting, revoke))
    const answers = [await key(), await endpoint(), await user()]
    expect(answers.map(codeOf)).toEqual(Array(3).fill('permission_denied'))
    // A row that is written and removed again would be left behind by a crash in between.
    expect(commits).toEqual([['insert api_key']])
    expect(await made()).toEqual(nothing)
  })

  test('makes the user when it is repeated with rights, although its first try without them made none', async () => {
    const { store, maker, made } = await open()
    const { requests, revoke } = await maker()
    const idempotency = { scope: 'users of the business', fingerprint: 'a body', created_at: 1 }
    const first = await requests(whileCommitting(store, revoke)).user({ idempotency })
    expect(codeOf(first)).toBe('permission_denied')
    const again = requests(undefined, 'sign_in')
    for (const repeat of [1, 2]) {
      expect([repeat, codeOf(await again.user({ idempotency }))]).toEqual([repeat, 'ok'])
      expect(await made()).toEqual({ ...nothing, users: 1 })
    }
  })
})
