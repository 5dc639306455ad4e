import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { auditAnchorsModule } from '../../../../src-service/audit-anchors/module.ts'
import { isSavedAnswer } from '../../../../src-service/commit.ts'
import type { Handler } from '../../../../src-service/http/handler.ts'
import type { Services } from '../../../../src-service/services.ts'
import type { Kind, Store } from '../../../../src-service/store/store.ts'
import type { AuditAnchor } from '../../../../src-shared/api/schemas/audit-anchor.ts'
import { mustOf, openPaymentsHarness } from '../intents/payments-harness.ts'

const counter = 'till-1'
const recorded_at = '2026-01-31T12:00:00.000Z'
const head = (sequence: number) => ({
  ...{ counter, sequence, hash: String(sequence).repeat(64), recorded_at, has_people: false },
})

/** A store on which a counter's newest head is read slowly, as by a busy database: meanwhile `during` happens. */
function slowCounter(store: Store, during: () => Promise<unknown>): Store {
  let isOver: Promise<unknown> | null = null
  const before = async (kind: Kind) => {
    if (kind === 'audit_counter' && isOver === null) await delay(20)
    if (kind === 'audit_counter') await isOver
  }
  return {
    ...store,
    async get(kind, accountId, id) {
      await before(kind)
      return store.get(kind, accountId, id)
    },
    async list(kind, query) {
      const rows = await store.list(kind, query)
      if (kind === 'audit_anchor' && isOver === null) isOver = during()
      return rows as never
    },
  }
}

test('a head that is sent twice is not evidence against its counter when the copy is slow, and a newer head overtakes it', async () => {
  const { services, caller } = await openPaymentsHarness()
  const send = async (own: Services, sequence: number) => {
    const { handlers } = auditAnchorsModule(own)
    const create = handlers['audit_anchors.create'] as Handler<'audit_anchors.create'>
    const answer = mustOf(await create({ caller, body: head(sequence), idempotency: null } as never))
    return (isSavedAnswer(answer) ? JSON.parse(answer.body) : answer) as AuditAnchor
  }
  const store = slowCounter(services.store, async () => {
    await send(services, 5)
    await send(services, 6)
  })
  const slow = await send({ ...services, store }, 5)
  expect(slow).toMatchObject({ status: 'accepted', refused_because: null })
  const kept = async () => {
    const rows = await services.store.list<AuditAnchor>('audit_anchor', { limit: 10 })
    return rows.map(({ document }) => `${document.sequence} ${document.status}`).sort()
  }
  await expect.poll(kept).toEqual(['5 accepted', '6 accepted'])
})
