import type { auditAnchorOperations } from '../../src-shared/api/operations/audit-anchors.ts'
import type { AuditAnchor } from '../../src-shared/api/schemas/audit-anchor.ts'
import { ok } from '../../src-shared/result.ts'
import { accountsInReach } from '../accounts/accounts-in-reach.ts'
import { runDecision } from '../commit.ts'
import type { ServiceModule, Services } from '../services.ts'
import { readPage } from '../store/read-page.ts'
import type { Condition } from '../store/store.ts'
import { type AuditCounterDocument, decideAnchor } from './decide-anchor.ts'

/** The heads of the counters' audits. No operation changes or removes one. */
export function auditAnchorsModule(services: Services): ServiceModule<keyof typeof auditAnchorOperations> {
  const { store } = services
  return {
    handlers: {
      'audit_anchors.create': ({ caller: { accountId }, body, idempotency }) =>
        runDecision(services, {
          load: async () => {
            // Counter first: a copy of this head that is accepted in between is then known, and not found to go back.
            const counter = await store.get<AuditCounterDocument>('audit_counter', accountId, body.counter)
            const [known] = await store.list<AuditAnchor>('audit_anchor', {
              account_id: accountId,
              where: [
                { column: 'counter', is: '=', value: body.counter },
                { column: 'sequence', is: '=', value: body.sequence },
                { column: 'status', is: '=', value: 'accepted' },
              ],
              limit: 1,
            })
            return ok({ accountId, counter, known: known?.document ?? null })
          },
          decide: (state, context) => decideAnchor(state, body, context),
          idempotency,
        }),

      'audit_anchors.list': async ({ caller, query: { counter, status, ...page } }) => {
        const where: Condition[] = []
        if (counter !== undefined) where.push({ column: 'counter', is: '=', value: counter })
        if (status !== undefined) where.push({ column: 'status', is: '=', value: status })
        const accountIds = await accountsInReach(services, caller)
        return readPage<AuditAnchor>(store, { kind: 'audit_anchor', accountIds, where }, page)
      },
    },
  }
}
