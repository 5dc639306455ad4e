import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { accessLevels } from '../../src-service/caller.ts'
import type { Operation } from '../../src-shared/api/operation.ts'
import type { OperationName } from '../../src-shared/api/operations.ts'
import {
  bodyIdsOf,
  expectAdmitted,
  isInReach,
  keyed,
  levelRefusal,
  nobodys,
  pathIdsOf,
  targets,
  wordsOf,
} from './support/access-cases.ts'
import { type Ask, createAsk, expectRefusal } from './support/ask.ts'
import { makeNeighbours, type Neighbour, type Neighbours } from './support/neighbours.ts'
import { type RunningService, startService } from './support/running-service.ts'
import { sampleBodies } from './support/samples.ts'

/**
 * Section 5, point 6: every operation with a key of each level, for its own account, for another account of the same
 * tenant and for another tenant's. The expectation is derived from the row, so that a new row is covered automatically.
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

describe.each(keyed)('%s', (name, row) => {
  test.each(accessLevels)('the operation allows exactly what a key of the level %s may do', async (level) => {
    const refusal = levelRefusal(row, level)
    for (const target of targets) {
      const { accountId } = world[target]
      // The sample's ids do not exist: whether the request succeeds is not checked here.
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
    'a business in x-business-id is in reach, or is treated as missing for %s',
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

type Case = readonly [name: OperationName, row: Operation]
const withIds: readonly Case[] = keyed.filter(
  ([, row]) =>
    pathIdsOf(row).length > 0 ||
    (row.body !== undefined && /_id|hsn/.test(Object.keys((row.body as z.ZodObject).shape).join())),
)
/** An unregistered serial number becomes the caller's, so there is no refusal to compare with. */
const registering: readonly OperationName[] = [
  'terminals.activation_code',
  'sandbox.virtual_terminals.create',
]

describe.each(withIds)("%s discloses nothing of others' objects", (name, row) => {
  /** The path with own ids, except in one place. */
  const pathWith = (place: string | null, id: string) =>
    pathIdsOf(row).reduce(
      (path, one) => path.replace(one.place, one.place === place ? id : (world.own.ids[one.kind] ?? 'none')),
      row.path as string,
    )

  const fitting = accessLevels
    .filter((level) => levelRefusal(row, level) === null)
    .flatMap((level) => (['sibling', 'stranger'] as const).map((owner) => [level, owner] as const))
    .filter(([level, owner]) => !isInReach(level, owner))
  test.each(fitting)(
    'the answer to a key of the level %s about an object of a %s is the same as for a missing one',
    async (level, owner) => {
      // A sibling's object is requested without an account where possible: then everything in the key's reach counts.
      const isNamed = owner === 'stranger' || row.account === 'required'
      const request = { key: world.keys[level], accountId: isNamed ? world.own.accountId : null }
      const theirs: Neighbour = world[owner]
      for (const { place, kind } of pathIdsOf(row)) {
        const id = theirs.ids[kind]
        if (id === undefined)
          throw new Error(`neighbours.ts makes no ${kind}: add one, so that ${name} is covered`)
        const answer = await ask(name, { ...request, path: pathWith(place, id) })
        // Terminals have an error of their own, for others' and unregistered ones (terminal serials are not secret).
        expect(answer.status, JSON.stringify(answer.body)).toBe(kind === 'hsn' ? 403 : 404)
        const unknown = await ask(name, { ...request, path: pathWith(place, nobodys(id)) })
        expect(wordsOf(answer, id)).toBe(wordsOf(unknown, nobodys(id)))
      }
      for (const field of bodyIdsOf(row, world.own.ids)) {
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

const readable = withIds.filter(([, row]) => row.method === 'GET' && pathIdsOf(row).length > 0)
/** A key of one account sees only the application that created the account, and this account has none. */
const ofNoApplication: readonly OperationName[] = ['applications.get', 'applications.get_document']
/** This service has no public address: that is what it says of its own alone. */
const ofPublicAddress: readonly OperationName[] = ['payment_intents.receipt_link']

describe.each(readable)('%s of objects in reach', (name, row) => {
  const pathOf = ({ ids }: Neighbour) =>
    pathIdsOf(row).reduce((path, { place, kind }) => path.replace(place, ids[kind] ?? 'none'), `${row.path}`)
  const fitting = accessLevels.filter((level) => levelRefusal(row, level) === null)
  test.each(fitting)('a key of the level %s gets an object in its reach', async (level) => {
    for (const target of targets.filter((one) => isInReach(level, one))) {
      const { accountId } = world[target]
      const request = { key: world.keys[level], path: pathOf(world[target]) }
      const isBound = level === 'account' || level === 'read_only'
      const found = ofPublicAddress.includes(name) ? 409 : 200
      const status = isBound && ofNoApplication.includes(name) ? 404 : found
      const named = await ask(name, { ...request, accountId })
      expect([target, named.status], JSON.stringify(named.body)).toEqual([target, status])
      if (row.account === 'required') continue
      const notNamed = await ask(name, { ...request, accountId: null })
      expect([target, notNamed.status], JSON.stringify(notNamed.body)).toEqual([target, status])
    }
  })
})

const listing = keyed.filter(
  ([, row]) => row.query !== undefined && Object.keys(row.query.shape).some((field) => field.endsWith('_id')),
)
describe.each(listing)('%s by an id', (name, row) => {
  const fields = Object.keys(row.query?.shape ?? {}).filter((field) => field.endsWith('_id'))
  const levels = accessLevels.filter((level) => levelRefusal(row, level) === null)
  test.each(levels)(
    'a list by an id of another owner is empty or missing for a key of the level %s',
    async (level) => {
      for (const owner of (['sibling', 'stranger'] as const).filter((one) => !isInReach(level, one))) {
        const theirs = world[owner]
        for (const field of fields) {
          const id = theirs.ids[field] ?? theirs.ids.payment_id ?? ''
          const headers = row.contractor === true ? { 'x-contractor-id': theirs.ids.contractor_id ?? '' } : {}
          const accountId = row.account === 'required' ? world.own.accountId : null
          const request = { key: world.keys[level], accountId, headers }
          const { body, status } = await ask(name, { ...request, query: `?${field}=${id}` })
          if (status === 200) expect(body).toMatchObject({ data: [] })
          else expect(status, JSON.stringify(body)).toBe(404)
        }
      }
    },
  )
})

describe('a key that names no account', () => {
  test.each(['tenant_admin', 'partner', 'business', 'account'] as const)(
    'a key of the level %s finds its own terminals and customers without naming an account',
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
