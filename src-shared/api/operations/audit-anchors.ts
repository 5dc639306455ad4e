import type { Operation } from '../operation.ts'
import {
  auditAnchorPageSchema,
  auditAnchorSchema,
  createAuditAnchorBodySchema,
  listAuditAnchorsQuerySchema,
} from '../schemas/audit-anchor.ts'

/** Ours: the heads of the counters' audit logs, which reveal an audit log that was cut off, rolled back or replaced. */
export const auditAnchorOperations = {
  'audit_anchors.create': {
    method: 'POST',
    path: '/audit_anchors',
    summary:
      "Store the head of a counter's audit log; a head that contradicts a stored one is stored and returned as refused",
    spec: 'ours',
    access: 'write',
    account: 'required',
    idempotent: true,
    body: createAuditAnchorBodySchema,
    reply: auditAnchorSchema,
  },
  'audit_anchors.list': {
    method: 'GET',
    path: '/audit_anchors',
    summary: "List the stored heads of counters' audit logs, newest first",
    spec: 'ours',
    access: 'read',
    account: 'optional',
    business: true,
    query: listAuditAnchorsQuerySchema,
    reply: auditAnchorPageSchema,
  },
} as const satisfies Record<string, Operation>
