import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccessLevel } from '../../src-service/caller.ts'
import { bodyIdsOf, expectAdmitted, keyed, levelRefusal, pathIdsOf } from './support/access-cases.ts'
import { type Ask, createAsk, expectRefusal } from './support/ask.ts'
import { makeNeighbours, type Neighbour, type Neighbours } from './support/neighbours.ts'
import { type RunningService, startService } from './support/running-service.ts'
import { sampleBodies } from './support/samples.ts'
import { type SignedIn, signInAs } from './support/sign-in.ts'

/**
 * Every operation with each kind of sign-in to the portal: a sign-in may do what a key with the same reach may do
 * (access.test.ts). The expectation is derived from the row, so that a new row is covered automatically.
 */
const kinds = ['BUSINESS ADMIN', 'BUSINESS READ_ONLY', 'PARTNER ADMIN', 'PARTNER READ_ONLY'] as const
type Kind = (typeof kinds)[number]
const levels: { readonly [K in Kind]: AccessLevel } = {
  'BUSINESS ADMIN': 'business',
  'BUSINESS READ_ONLY': 'read_only',
  'PARTNER ADMIN': 'partner',
  'PARTNER READ_ONLY': 'read_only',
}

let service: RunningService
let ask: Ask
let world: Neighbours
const users = new Map<Kind, SignedIn['request']>()
beforeAll(async () => {
  service = await startService()
  ask = createAsk(service)
  world = await makeNeighbours(service, ask)
  const { businessId } = world.own
  const partner = await service.makeKey('partner', { partner_id: 'ptn_own' })
  for (const [index, kind] of kinds.entries()) {
    const [type, role] = kind.split(' ')
    const user = { email: `user${index}@example.com`, role }
    const made =
      type === 'PARTNER'
        ? await signInAs(service, ask, user, partner)
        : await signInAs(service, ask, { ...user, business_id: businessId })
    users.set(kind, made.request)
  }
})
afterAll(() => service.stop())

const signedIn = (kind: Kind): SignedIn['request'] => {
  const user = users.get(kind)
  if (user === undefined) throw new Error(`nobody is signed in as ${kind}`)
  return user
}

test.each(kinds)(
  'a sign-in of the kind %s may call what a key of its level may, for its own accounts only',
  async (kind) => {
    const level = levels[kind]
    for (const [name, row] of keyed) {
      const refusal = levelRefusal(row, level)
      const send = ({ accountId }: Neighbour) => ask(name, { ...signedIn(kind), accountId })
      if (refusal !== null) {
        expectRefusal(await send(world.own), refusal)
        continue
      }
      expectAdmitted(await send(world.own))
      if (row.account === 'none') continue
      expect(expectRefusal(await send(world.sibling), 'resource_missing').param, name).toBe('x-account-id')
    }
  },
)

test.each([
  ['BUSINESS ADMIN', 'sibling'],
  ['PARTNER ADMIN', 'sibling'],
  ['PARTNER READ_ONLY', 'stranger'],
] as const)('a sign-in of the kind %s finds nothing by the ids of a %s', async (kind, owner) => {
  const { ids } = world[owner]
  for (const [name, row] of keyed) {
    if (levelRefusal(row, levels[kind]) !== null) continue
    const places = pathIdsOf(row)
    const pathWith = (place: string | null, id: string) =>
      places.reduce(
        (path, one) =>
          path.replace(one.place, one.place === place ? id : (world.own.ids[one.kind] ?? 'none')),
        row.path as string,
      )
    const request = { ...signedIn(kind), accountId: row.account === 'required' ? world.own.accountId : null }
    for (const { place, kind: idKind } of places) {
      const answer = await ask(name, { ...request, path: pathWith(place, ids[idKind] ?? '') })
      expect(answer.status, `${name}: ${JSON.stringify(answer.body)}`).toBe(idKind === 'hsn' ? 403 : 404)
    }
    for (const field of bodyIdsOf(row, ids)) {
      const body = { ...sampleBodies[name], [field]: ids[field] }
      const answer = await ask(name, { ...request, path: pathWith(null, ''), body })
      expect(answer.status, `${name} ${field}: ${JSON.stringify(answer.body)}`).not.toBe(200)
    }
  }
})
