import { createHash } from 'node:crypto'
import { type CallFailure, type Client, isMissingOperation } from '../../src-shared/api/client.ts'
import type { AuditAnchor } from '../../src-shared/api/schemas/audit-anchor.ts'
import type { CursorQuery } from '../../src-shared/api/schemas/common.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { everyPage } from '../service-calls/pages.ts'
import type { AuditHead } from './audit-chain.ts'

/** `unsupported`: another service, which does not know the operation. */
export type AnchorFailure = 'unsupported' | 'no_answer'

/** The heads of one counter's audit that the service keeps. */
export interface AuditAnchors {
  /** The newest accepted head; null: there is none. */
  newest(): Promise<Result<AuditAnchor | null, AnchorFailure>>
  /** All heads of this status, the oldest first. */
  all(status: AuditAnchor['status']): Promise<Result<readonly AuditAnchor[], AnchorFailure>>
  /** @param at the time of the head at the counter, ISO */
  post(head: AuditHead, at: string, hasPeople: boolean): Promise<Result<AuditAnchor, AnchorFailure>>
}

/** An id derived from the counter's own secret id. */
export const counterOf = (counterId: string): string =>
  `till_${createHash('sha256').update(`audit ${counterId}`).digest('hex').slice(0, 32)}`

const timeoutMs = 15_000

export function auditAnchorsOf(client: Client, counter: string): AuditAnchors {
  const list = (query: CursorQuery & { readonly status: AuditAnchor['status'] }) =>
    client.call('audit_anchors.list', { query: { counter, ...query }, timeoutMs })
  return {
    async newest() {
      const page = await list({ status: 'accepted', limit: 1 })
      return page.ok ? ok(page.value.data[0] ?? null) : err(failureOf(page.error))
    },
    async all(status) {
      const found = await everyPage((query) => list({ status, ...query }))
      return found.ok ? ok(found.value.toReversed()) : err(failureOf(found.error))
    },
    async post({ count, hash }, at, hasPeople) {
      const body = { counter, sequence: count, hash, recorded_at: at, has_people: hasPeople }
      const posted = await client.call('audit_anchors.create', { body, timeoutMs })
      return posted.ok ? posted : err(failureOf(posted.error))
    },
  }
}

const failureOf = (failure: CallFailure): AnchorFailure =>
  isMissingOperation(failure) ? 'unsupported' : 'no_answer'
