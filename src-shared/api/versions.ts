/** The versions of the two API references that this service implements (section 9). */
export const paymentsVersion = '1.4.0'
export const terminalsVersion = '1.0.1'

/** Sent with every answer as `api-version`. @param path of an operation */
export const versionOf = (path: string): string =>
  path.startsWith('/terminals') ? terminalsVersion : paymentsVersion
