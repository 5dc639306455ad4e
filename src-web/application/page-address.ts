import { applicationForm, contractorForm, type FormKind } from './form/view.ts'

/** A link as it was sent: `…/apply/{id}#{random part}`, or `…/contractor-applications/{id}#{random part}`. */
export interface PageAddress {
  readonly kind: FormKind
  readonly id: string
  /** What the service knows the applicant by. It comes from behind the #, which no browser sends anywhere. */
  readonly clientSecret: string
}

/** @returns null where a part is missing: such a link never was one */
export function readPageAddress({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): PageAddress | null {
  const [, application] = /\/apply\/(app_[a-z0-9]+)$/.exec(pathname) ?? []
  const [, contractor] = /\/contractor-applications\/(ctrcapp_[a-z0-9]+)$/.exec(pathname) ?? []
  const [, token] = /^#([A-Za-z0-9_-]+)$/.exec(hash) ?? []
  const id = application ?? contractor
  if (id === undefined || token === undefined) return null
  const kind = application === undefined ? contractorForm : applicationForm
  return { kind, id, clientSecret: `${id}_secret_${token}` }
}
