import { applicationForm, contractorForm, type FormKind } from './form/view.ts'

/** The address in a sent link: `…/apply/{id}#{random part}`, or `…/contractor-applications/{id}#{random part}`. */
export interface PageAddress {
  readonly kind: FormKind
  readonly id: string
  /** The secret that identifies the applicant to the service. Taken from after the #, which browsers do not send. */
  readonly clientSecret: string
}

/** @returns null if a part is missing: the address is not a valid link */
export function readPageAddress({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): PageAddress | null {
  const [, application] = /\/apply\/(app_[a-z0-9]+)$/.exec(pathname) ?? []
  const [, contractor] = /\/contractor-applications\/(ctrcapp_[a-z0-9]+)$/.exec(pathname) ?? []
  const [, token] = /^#([A-Za-z0-9_-]+)$/.exec(hash) ?? []
  const id = application ?? contractor
  if (id === undefined || token === undefined) return null
  const kind = application === undefined ? contractorForm : applicationForm
  return { kind, id, clientSecret: `${id}_secret_${token}` }
}
