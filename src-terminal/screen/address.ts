import { hsnSchema } from '../../src-shared/api/schemas/hsn.ts'
import { addressProblem } from '../../src-shared/service-address.ts'

/** The service and terminal from the page's hash: `#service=http://127.0.0.1:8080&hsn=VT-0001&code=12345678`. */
export interface Address {
  readonly serviceUrl: string
  readonly hsn: string
  /** Null if the page has to use the credential of an earlier visit. */
  readonly activationCode: string | null
}

/** @returns null unless the hash names a terminal, and a service over TLS or on this computer. */
export function readAddress(hash: string): Address | null {
  const values = new URLSearchParams(hash.replace(/^#/, ''))
  const serviceUrl = values.get('service') ?? ''
  const hsn = hsnSchema.safeParse(values.get('hsn'))
  if (addressProblem(serviceUrl) !== null || !hsn.success) return null
  return { serviceUrl, hsn: hsn.data, activationCode: values.get('code') }
}
