/** The address in a sent link: `…/checkout/{id}#{random part of the secret}`. */
export interface PageAddress {
  readonly id: string
  /** The secret that identifies the payer to the service. Taken from after the #, which browsers do not send. */
  readonly clientSecret: string
}

/** @returns null if a part is missing: the address is not a valid link */
export function readPageAddress({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): PageAddress | null {
  const [, id] = /\/checkout\/((?:cs|pmi)_[A-Za-z0-9]+)$/.exec(pathname) ?? []
  const [, secret] = /^#([A-Za-z0-9_-]+)$/.exec(hash) ?? []
  return id === undefined || secret === undefined ? null : { id, clientSecret: `${id}_secret_${secret}` }
}
