import { lookup, Resolver } from 'node:dns/promises'

/** The addresses of a name. Rejects when there are none, and when it is called off. */
export type ResolveName = (
  hostname: string,
  signal: AbortSignal,
) => Promise<readonly { readonly address: string; readonly family: number }[]>

/** As the machine knows names: with /etc/hosts and localhost. It waits for a thread of the few that files need too. */
export const systemAddresses: ResolveName = (hostname) => lookup(hostname, { all: true })

/**
 * What name servers answer, asked by c-ares: names of strangers that nobody answers for hold no thread, on which the
 * disk and all other names would wait. @param servers the machine's own without it
 */
export const queriedAddresses =
  (servers?: readonly string[]): ResolveName =>
  async (hostname, signal) => {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 })
    if (servers !== undefined) resolver.setServers(servers)
    const cancel = () => resolver.cancel()
    signal.addEventListener('abort', cancel, { once: true })
    try {
      const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
      const found = [
        ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
        ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
      ]
      if (found.length === 0 && four.status === 'rejected') throw four.reason
      return found
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }
