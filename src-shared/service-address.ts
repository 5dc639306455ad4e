/**
 * Where a service may be reached: over TLS, or on this very computer. On any other way a card's data is encrypted, but
 * amounts, answers and keys of the API would travel in the clear.
 *
 * @returns what is wrong, in a sentence; null when nothing is.
 */
export function addressProblem(address: string): string | null {
  if (!URL.canParse(address)) return `${address} is not an address.`
  const { protocol, hostname } = new URL(address)
  if (protocol === 'https:') return null
  if (protocol !== 'http:') return `${address} is not an https address.`
  if (isThisComputer(hostname)) return null
  return `${address} is not encrypted. Beyond this computer a service is reached by https only: use https://, and give the service a certificate or a proxy that has one.`
}

const isThisComputer = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
