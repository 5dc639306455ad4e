/**
 * Checks the address of a service: it must use TLS or be on this computer. Otherwise card data would still be
 * encrypted, but amounts, answers and API keys would travel in clear text.
 *
 * @returns the problem in a sentence; null if there is none.
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
