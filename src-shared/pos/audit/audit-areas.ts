/**
 * What an entry of the audit is about, by the first word of its command; `looks`: whatever it is about, it changed
 * nothing. In a file of its own, for pages without schemas.
 */
export const auditAreas = [
  ...(['money', 'drawer', 'orders', 'settings', 'people', 'items', 'terminals', 'reports', 'audit'] as const),
  'looks',
] as const
export type AuditAreaName = (typeof auditAreas)[number]
