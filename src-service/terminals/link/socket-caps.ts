/** How many sockets the link serves at once. Strangers are those that no hello has made welcome yet. */
export interface SocketCaps {
  /** Of one address. Shops share one behind their router, and all of them that of a reverse proxy. */
  readonly perAddress: number
  readonly total: number
  readonly waitingPerAddress: number
  readonly waiting: number
}

export const socketCaps: SocketCaps = {
  perAddress: 2_000,
  total: 10_000,
  waitingPerAddress: 32,
  waiting: 256,
}

/** One socket's place among the others. */
export interface SocketPlace {
  /** Its terminal is welcome: it gives way to nobody any more. */
  keep(): void
  leave(): void
}

interface Taken {
  readonly address: string
  readonly giveWay: () => void
}

/**
 * Hands out the places. A stranger is never turned away for other strangers' sake: whoever has waited longest gives
 * way, as an honest terminal sends its hello at once and a hostile one has no reason to.
 */
export function createSocketPlaces(caps: SocketCaps) {
  const taken = new Set<Taken>()
  /** In the order of their arrival. */
  const waiting = new Set<Taken>()
  const perAddress = new Map<string, number>()
  const count = (address: string, by: 1 | -1) => {
    const now = (perAddress.get(address) ?? 0) + by
    if (now === 0) perAddress.delete(address)
    else perAddress.set(address, now)
  }

  return {
    /** @returns null when every place is taken. @param giveWay ends the socket; `leave` follows. */
    take(address: string, giveWay: () => void): SocketPlace | null {
      if (taken.size >= caps.total || (perAddress.get(address) ?? 0) >= caps.perAddress) return null
      const sameAddress = [...waiting].filter((place) => place.address === address)
      const yielding = sameAddress.length >= caps.waitingPerAddress ? sameAddress[0] : undefined
      const [oldest] = waiting.size >= caps.waiting ? waiting : []
      const leaver = yielding ?? oldest
      if (leaver !== undefined) {
        waiting.delete(leaver)
        leaver.giveWay()
      }
      const place: Taken = { address, giveWay }
      taken.add(place)
      count(address, 1)
      waiting.add(place)
      return {
        keep: () => void waiting.delete(place),
        leave() {
          if (taken.delete(place)) count(address, -1)
          waiting.delete(place)
        },
      }
    },
  }
}
