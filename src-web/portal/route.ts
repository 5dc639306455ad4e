/** The pages, by the last part of their address: /portal/payments. An id is passed as `?id=`. */
export const pageNames = [
  'sign-in',
  'overview',
  'payments',
  'payment',
  'settlements',
  'contractors',
  'contractor',
  'applications',
  'application',
  'users',
  'keys',
  'webhooks',
  'webhook',
] as const
export type PageName = (typeof pageNames)[number]

export interface Route {
  /** null for an unknown address. */
  readonly page: PageName | null
  readonly id: string
  /** The account of the page's subject, if it needs one. */
  readonly account: string
}

export function routeOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Route {
  const last = pathname.replace(/\/+$/, '').split('/').at(-1)
  const page = pageNames.find((name) => name === last) ?? null
  const asked = new URLSearchParams(search)
  return { page, id: asked.get('id') ?? '', account: asked.get('account') ?? '' }
}

/** Relative to any other page. */
export function hrefOf(page: PageName, id?: string, account?: string): string {
  const asked = new URLSearchParams()
  if (id !== undefined) asked.set('id', id)
  if (account !== undefined) asked.set('account', account)
  return asked.size === 0 ? page : `${page}?${asked}`
}
