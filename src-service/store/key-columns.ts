interface Document {
  readonly level?: string
  readonly revoked_at?: number | null
  readonly made_by?: string | null
}

/** Columns of an API key that its document does not have by that name. */
export const keyColumns = {
  /** 1 for a key of the level tenant_admin that is not revoked, else NULL. */
  good_admin: ({ level, revoked_at }: Document) =>
    level === 'tenant_admin' && (revoked_at ?? null) === null ? 1 : null,
  /** The user whose sign-in made the key; '' when none did. */
  maker: ({ made_by }: Document) => made_by ?? '',
} as const
