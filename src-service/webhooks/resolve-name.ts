import { lookup, Resolver } from 'node:dns/promises'

/** Returns the addresses of a name. Rejects when there are none, or when aborted. */
export type ResolveName = (
  hostname: string,
  signal: AbortSignal,
) => Promise<readonly { readonly address: string; readonly family: number }[]>

/** Resolves like the system, with /etc/hosts and localhost. Uses one of the few threads that file access also needs. */
export const systemAddresses: ResolveName = (hostname) => lookup(hostname, { all: true })

/**
 * Queries name servers with c-ares, without a thread: otherwise unanswered queries for strangers' names would block
 * disk access and all other names. @param servers default: the system's
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
