interface Document {
  readonly tenant_id: string
  readonly partner_id: string | null
  readonly business_id: string | null
  readonly account_id: string | null
}

/** Columns of a webhook endpoint that its document does not have by that name. */
export const endpointColumns = {
  /** The owner whose events the endpoint receives: the narrowest one that is set. */
  listens_to: ({ tenant_id, partner_id, business_id, account_id }: Document) =>
    account_id ?? business_id ?? partner_id ?? tenant_id,
} as const
