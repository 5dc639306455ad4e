interface Document {
  readonly level?: string
  readonly revoked_at?: number | null
}

/** Columns of an API key that its document does not have by that name. */
export const keyColumns = {
  /** 1 for a key of the level tenant_admin that is not revoked, else NULL. */
  good_admin: ({ level, revoked_at }: Document) =>
    level === 'tenant_admin' && (revoked_at ?? null) === null ? 1 : null,
} as const
