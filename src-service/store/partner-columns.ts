/** The column by which the accounts and businesses of a partner are found; '' for those of none. */
export const partnerColumns = {
  partner: ({ partner_id }: { readonly partner_id?: string | null }) => partner_id ?? '',
} as const
