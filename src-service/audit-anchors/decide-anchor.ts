import { serviceError } from '../../src-shared/api/errors.ts'
import type { AuditAnchor, CreateAuditAnchorBody } from '../../src-shared/api/schemas/audit-anchor.ts'
import { err, ok } from '../../src-shared/result.ts'
import { isoTime } from '../clock.ts'
import { firstRow, inserted, insertOf, nextRow, updateOf } from '../store/row-writes.ts'
import type { Row } from '../store/store.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'

/** The newest head of a till; its row's version lets two heads that come together be judged one after the other. */
export type AuditCounterDocument = Omit<CreateAuditAnchorBody, 'counter'> & { readonly id: string }

export interface AnchorState {
  readonly accountId: string
  /** Null: the till is new here. */
  readonly counter: Row<AuditCounterDocument> | null
  /** What is kept of the very entry that is sent. */
  readonly known: AuditAnchor | null
}

/** So many entries no till writes between two heads. A head far ahead would let no later one be newer. */
const mostApart = 100_000_000

/**
 * A head is kept where it is newer than the one that stands. The same again is answered as it was; every other one
 * contradicts what is kept: somebody changed the till's audit. It is answered as refused, and kept as evidence.
 */
export function decideAnchor(
  { accountId, counter, known }: AnchorState,
  body: CreateAuditAnchorBody,
  { now, newId }: DecisionContext,
): DecisionResult<AuditAnchor> {
  if (known?.hash === body.hash) return ok({ writes: [], events: [], reply: known })
  const standing = counter === null ? null : headOf(counter.document)
  if (body.sequence - (standing?.sequence ?? 0) > mostApart) {
    const message = `sequence is more than ${mostApart} after the last head, ${standing?.sequence ?? 0}.`
    return err(serviceError('parameter_invalid', message, { param: 'sequence' }))
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
