import { refuse } from '../../src-shared/api/errors.ts'
import type { AuditAnchor, CreateAuditAnchorBody } from '../../src-shared/api/schemas/audit-anchor.ts'
import { ok } from '../../src-shared/result.ts'
import { firstRow, inserted, insertOf, nextRow, updateOf } from '../store/row-writes.ts'
import type { Row } from '../store/store.ts'
import { isoTime } from '../time/clock.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'

/** The newest head of a counter's audit. By its row's version, concurrent heads are decided one after the other. */
export type AuditCounterDocument = Omit<CreateAuditAnchorBody, 'counter'> & { readonly id: string }

export interface AnchorState {
  readonly accountId: string
  /** Null if no head of the counter is stored yet. */
  readonly counter: Row<AuditCounterDocument> | null
  /** The accepted head that is already stored for the same sequence number; null if there is none. */
  readonly known: AuditAnchor | null
}

/** Maximum number of entries between two heads. After a head far ahead, no real head would be newer. */
const mostApart = 100_000_000

/**
 * Accepts a head that is newer than the stored one. A repeated head gets the same reply. Any other head contradicts the
 * stored one, so the counter's audit was changed: it is stored as refused, as evidence.
 */
export function decideAnchor(
  { accountId, counter, known }: AnchorState,
  body: CreateAuditAnchorBody,
  { now, newId }: DecisionContext,
): DecisionResult<AuditAnchor> {
  if (known?.hash === body.hash) return ok({ writes: [], events: [], reply: known })
  const standing = counter === null ? null : headOf(counter.document)
  if (body.sequence - (standing?.sequence ?? 0) > mostApart) {
    const message = `sequence is more than ${mostApart} above the sequence of the last head, ${standing?.sequence ?? 0}.`
    return refuse('parameter_invalid', message, { param: 'sequence' })
  }
  const refused_because =
    known !== null
      ? 'other_hash'
      : standing !== null && body.sequence < standing.sequence
        ? 'goes_back'
        : null
  const anchor: AuditAnchor = {
    id: newId('audit_anchor'),
    entity: 'audit_anchor',
    ...body,
    status: refused_because === null ? 'accepted' : 'refused',
    refused_because,
    standing: refused_because === null ? null : standing,
    created_at: isoTime(now),
    updated_at: isoTime(now),
  }
  const kept = inserted('audit_anchor', accountId, anchor, now)
  if (refused_because !== null) return ok({ writes: [kept], events: [], reply: anchor })
  const document: AuditCounterDocument = { id: body.counter, ...headOf(body) }
  const head =
    counter === null
      ? insertOf('audit_counter', firstRow(accountId, body.counter, document, now))
      : updateOf('audit_counter', nextRow(counter, document, now))
  return ok({ writes: [kept, head], events: [], reply: anchor })
}

const headOf = ({ sequence, hash, recorded_at, has_people }: Omit<CreateAuditAnchorBody, 'counter'>) => ({
  sequence,
  hash,
  recorded_at,
  has_people,
})
