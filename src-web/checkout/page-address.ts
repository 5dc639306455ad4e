/** A link as it was sent: `…/checkout/{id}#{random part of the secret}`. */
export interface PageAddress {
  readonly id: string
  /** What the service knows the payer by. It comes from behind the #, which no browser sends anywhere. */
  readonly clientSecret: string
}

/** @returns null where a part is missing: such a link never was one */
export function readPageAddress({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): PageAddress | null {
  const [, id] = /\/checkout\/((?:cs|pmi)_[A-Za-z0-9]+)$/.exec(pathname) ?? []
  const [, secret] = /^#([A-Za-z0-9_-]+)$/.exec(hash) ?? []
  return id === undefined || secret === undefined ? null : { id, clientSecret: `${id}_secret_${secret}` }
}
