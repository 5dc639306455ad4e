/**
 * The subject of an audit entry, by the first word of its command; `looks`: it changed nothing, whatever its subject.
 * In a file of its own, for pages without schemas.
 */
export const auditAreas = [
  ...(['money', 'drawer', 'orders', 'settings', 'people', 'items', 'terminals', 'reports', 'audit'] as const),
  'looks',
] as const
export type AuditAreaName = (typeof auditAreas)[number]
