import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { type AccessLevel, accessLevels } from '../../src-service/caller.ts'
import { type ErrorCode, errorEnvelopeSchema } from '../../src-shared/api/errors.ts'
import type { Operation } from '../../src-shared/api/operation.ts'
import { type OperationName, operationEntries } from '../../src-shared/api/operations.ts'
import { type Answer, type Ask, createAsk, expectRefusal } from './support/ask.ts'
import { makeNeighbours, type Neighbour, type Neighbours } from './support/neighbours.ts'
import { type RunningService, startService } from './support/running-service.ts'
import { sampleBodies } from './support/samples.ts'

/**
 * Section 5, point 6: every operation with a key of each level, for its own account, for another account of the same
 * tenant and for another tenant's. What is expected follows from the row, so that a new row is covered by itself.
 */
let service: RunningService
let ask: Ask
let world: Neighbours
beforeAll(async () => {
  service = await startService()
  ask = createAsk(service)
  world = await makeNeighbours(service, ask)
})
afterAll(() => service.stop())

/** What the hosted page calls goes by a secret, not by a key: checkout-pages.test.ts. */
const keyed = operationEntries.filter(([, row]) => row.access !== 'none' && row.access !== 'client_secret')
const targets = ['own', 'sibling', 'stranger'] as const
type Target = (typeof targets)[number]

/** What the level alone is refused with, whatever it asks for. */
function levelRefusal({ access }: Operation, level: AccessLevel): ErrorCode | null {
  if (level === 'public' && access !== 'public') return 'public_key_not_allowed'
  if (access === 'partner' || access === 'business') {
    return accessLevels.indexOf(level) > accessLevels.indexOf(access) ? 'permission_denied' : null
  }
  if (access === 'tenant_admin' && level !== 'tenant_admin') return 'tenant_admin_required'
  return access === 'write' && level === 'read_only' ? 'permission_denied' : null
}

const isInReach = (level: AccessLevel, target: Target): boolean =>
  target === 'own' || (target === 'sibling' && level === 'tenant_admin')

const refusalsOfKeys: readonly ErrorCode[] = [
  ...(['api_key_missing', 'api_key_invalid', 'api_key_revoked', 'permission_denied'] as const),
  ...(['public_key_not_allowed', 'tenant_admin_required'] as const),
]

/** Let in: whatever else is wrong with the request, it is neither the key nor the account. */
function expectAdmitted({ status, body }: Answer): void {
  if (status === 200) return
  const { error } = errorEnvelopeSchema.parse(body)
  expect(refusalsOfKeys, error.message).not.toContain(error.code)
  expect(error.param, error.message).not.toBe('x-account-id')
}

describe.each(keyed)('%s', (name, row) => {
  test.each(accessLevels)('the operation keeps to what a key of the level %s may do', async (level) => {
    const refusal = levelRefusal(row, level)
    for (const target of targets) {
      const { accountId } = world[target]
      // The sample's ids are nobody's: whether the request does anything is not looked at here.
      const answer = await ask(name, { key: world.keys[level], accountId })
      if (refusal !== null) expectRefusal(answer, refusal)
      else if (row.account === 'none' || isInReach(level, target)) expectAdmitted(answer)
      else expect(expectRefusal(answer, 'resource_missing').param).toBe('x-account-id')
    }
  })
})

describe('a business in x-business-id', () => {
  const ofBusinesses = keyed.filter(([, row]) => row.business === true)
  test.each(ofBusinesses)(
    'a business in x-business-id is in reach or does not exist for %s',
    async (name, row) => {
      for (const level of accessLevels.filter((one) => levelRefusal(row, one) === null)) {
        for (const target of targets) {
          const headers = { 'x-business-id': world[target].businessId }
          const accountId = world[target].accountId
          const left = row.account === 'required' ? accountId : null
          const answer = await ask(name, { key: world.keys[level], accountId: left, headers })
          const bound = level === 'account' || level === 'read_only'
          if (isInReach(level, target)) expectAdmitted(answer)
          else expectRefusal(answer, 'resource_missing')
          if (bound || !isInReach(level, target)) continue
          const both = await ask(name, { key: world.keys[level], accountId, headers })
          expectAdmitted(both)
        }
      }
    },
  )
})

/** The name of the id that stands in a path: `/payments/{id}/refunds` has a payment_id. */
function pathIdsOf({ path }: Operation): readonly { readonly place: string; readonly kind: string }[] {
  return [...path.matchAll(/(\w+)\/\{(\w+)\}/g)].map(([, folder = '', param = '']) => ({
    place: `{${param}}`,
    kind:
      param === 'id'
        ? `${folder.replace(/(?<=ss)es$|s$/, '')}_id`
        : param === 'accountId'
          ? 'account_id'
          : param === 'documentId'
            ? 'document_id'
            : param,
  }))
}

/** Ids that a body may name. Those that only store what somebody else's id is are not looked up. */
const bodyIdsOf = ({ body }: Operation): readonly string[] =>
  Object.keys((body as z.ZodObject | undefined)?.shape ?? {}).filter(
    (field) => field === 'hsn' || (field in world.own.ids && field !== 'reference_id'),
  )

/** The same id with another end: of the same shape, and nobody's. */
const nobodys = (id: string): string => `${id.slice(0, -2)}${id.endsWith('00') ? '11' : '00'}`

/** What the refusal says, without the id that it is about. */
const wordsOf = (answer: Answer, id: string): string => {
  const { error } = errorEnvelopeSchema.parse(answer.body)
  return JSON.stringify({ ...error, request_id: '', status: answer.status }).replaceAll(id, 'ID')
}

type Case = readonly [name: OperationName, row: Operation]
const withIds: readonly Case[] = keyed.filter(
  ([, row]) =>
    pathIdsOf(row).length > 0 ||
    (row.body !== undefined && /_id|hsn/.test(Object.keys((row.body as z.ZodObject).shape).join())),
)
/** What nobody has becomes the caller's: there is nothing to compare with. */
const registering: readonly OperationName[] = [
  'terminals.activation_code',
  'sandbox.virtual_terminals.create',
]

describe.each(withIds)("%s tells nothing of what is somebody else's", (name, row) => {
  /** Own ids everywhere but in one place. */
  const pathWith = (place: string | null, id: string) =>
    pathIdsOf(row).reduce(
      (path, one) => path.replace(one.place, one.place === place ? id : (world.own.ids[one.kind] ?? 'none')),
      row.path as string,
    )

  const cases = [
    ['another tenant', 'tenant_admin', 'stranger', 'named'],
    ['another account of the tenant', 'account', 'sibling', 'named'],
    ['another business, no account named', 'business', 'sibling', 'not named'],
    ['another partner, no account named', 'partner', 'sibling', 'not named'],
  ] as const
  const fitting = cases.filter(
    ([, level, , account]) =>
      levelRefusal(row, level) === null && (account === 'named' || row.account !== 'required'),
  )
  test.each(fitting)(
    "an answer discloses nothing of somebody else's object to %s",
    async (_, level, owner, account) => {
      const accountId = account === 'named' ? world.own.accountId : null
      const request = { key: world.keys[level], accountId }
      const theirs: Neighbour = world[owner]
      for (const { place, kind } of pathIdsOf(row)) {
        const id = theirs.ids[kind]
        if (id === undefined)
          throw new Error(`neighbours.ts makes no ${kind}: add one, so that ${name} is covered`)
        const answer = await ask(name, { ...request, path: pathWith(place, id) })
        // Terminals have a word of their own, whether somebody else's or nobody's (terminal serials are not secret).
        expect(answer.status, JSON.stringify(answer.body)).toBe(kind === 'hsn' ? 403 : 404)
        const unknown = await ask(name, { ...request, path: pathWith(place, nobodys(id)) })
        expect(wordsOf(answer, id)).toBe(wordsOf(unknown, nobodys(id)))
      }
      for (const field of bodyIdsOf(row)) {
        const id = theirs.ids[field] ?? ''
        const bodyWith = (value: string) => ({ ...sampleBodies[name], [field]: value })
        const path = pathWith(null, '')
        const answer = await ask(name, { ...request, path, body: bodyWith(id) })
        expect(answer.status, `${field}: ${JSON.stringify(answer.body)}`).not.toBe(200)
        if (registering.includes(name)) continue
        const unknown = await ask(name, { ...request, path, body: bodyWith(nobodys(id)) })
        expect(wordsOf(answer, id)).toBe(wordsOf(unknown, nobodys(id)))
      }
    },
  )
})

describe('a key that names no account', () => {
  test.each(['tenant_admin', 'partner', 'business', 'account'] as const)(
    'a key that names no account of the level %s finds its own terminals and customers all the same',
    async (level) => {
      const { merchant_id, hsn, customer_id } = world.own.ids
      const request = { key: world.keys[level], accountId: null }
      const listed = await ask('terminals.list_terminals', { ...request, body: { merchant_id } })
      expect(listed.status, JSON.stringify(listed.body)).toBe(200)
      const connected = await ask('terminals.connect', { ...request, body: { hsn, force: 'true' } })
      expect(connected.status, JSON.stringify(connected.body)).toBe(200)
      const found = await ask('customers.get', { ...request, path: `/customers/${customer_id}` })
      expect(found.status, JSON.stringify(found.body)).toBe(200)
    },
  )
})
