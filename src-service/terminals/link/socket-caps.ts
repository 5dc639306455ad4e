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
  /** It has said something, which is being checked: it gives way to nobody until that is known. */
  greeting(): void
  /** Its terminal is welcome, or refused: it waits no more, and counts among all sockets only until it leaves. */
  keep(): void
  leave(): void
}

interface Taken {
  readonly address: string
  readonly giveWay: () => void
}

/**
 * Hands out the places. A stranger is hardly ever turned away for other strangers' sake: whoever has waited longest
 * without a word gives way, as an honest terminal sends its hello at once and a hostile one has no reason to.
 */
export function createSocketPlaces(caps: SocketCaps) {
  const taken = new Set<Taken>()
  /** In the order of their arrival. */
  const silent = new Set<Taken>()
  const greeting = new Set<Taken>()
  const perAddress = new Map<string, number>()
  const count = (address: string, by: 1 | -1) => {
    const now = (perAddress.get(address) ?? 0) + by
    if (now === 0) perAddress.delete(address)
    else perAddress.set(address, now)
  }
  /** @returns who gives way, null where nobody needs to, 'nobody' where all who wait are being checked. */
  const leaverOf = (address: string): Taken | null | 'nobody' => {
    const isSame = (place: Taken) => place.address === address
    const same = [...silent].filter(isSame)
    const sameCount = same.length + [...greeting].filter(isSame).length
    if (sameCount >= caps.waitingPerAddress) return same[0] ?? 'nobody'
    const [oldest = 'nobody' as const] = silent
    return silent.size + greeting.size >= caps.waiting ? oldest : null
  }

  return {
    /** @returns null when every place is taken. @param giveWay ends the socket; `leave` follows. */
    take(address: string, giveWay: () => void): SocketPlace | null {
      if (taken.size >= caps.total || (perAddress.get(address) ?? 0) >= caps.perAddress) return null
      const leaver = leaverOf(address)
      if (leaver === 'nobody') return null
      if (leaver !== null) {
        silent.delete(leaver)
        leaver.giveWay()
      }
      const place: Taken = { address, giveWay }
      taken.add(place)
      count(address, 1)
      silent.add(place)
      return {
        greeting() {
          if (silent.delete(place)) greeting.add(place)
        },
        keep() {
          silent.delete(place)
          greeting.delete(place)
        },
        leave() {
          if (taken.delete(place)) count(address, -1)
          silent.delete(place)
          greeting.delete(place)
        },
      }
    },
  }
}
