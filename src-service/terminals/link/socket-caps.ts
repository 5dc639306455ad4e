/** Maximum numbers of simultaneous sockets. `waiting` ones are those without an accepted hello. */
export interface SocketCaps {
  /** Per client address. A shop's terminals share its router's address, and all terminals that of a reverse proxy. */
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

/** A socket's slot. */
export interface SocketPlace {
  /** Its first message is being verified; until then no new connection may replace it. */
  greeting(): void
  /** Its terminal is accepted or refused: it no longer counts as waiting, only as a socket until it leaves. */
  keep(): void
  leave(): void
}

interface Taken {
  readonly address: string
  readonly giveWay: () => void
}

/**
 * Assigns slots. A new connection is hardly ever refused because of other unauthenticated ones: the one that has been
 * silent longest is closed instead, because an honest terminal sends its hello at once, and an attacker has no reason
 * to.
 */
export function createSocketPlaces(caps: SocketCaps) {
  const taken = new Set<Taken>()
  /** In order of arrival. */
  const silent = new Set<Taken>()
  const greeting = new Set<Taken>()
  const perAddress = new Map<string, number>()
  const count = (address: string, by: 1 | -1) => {
    const now = (perAddress.get(address) ?? 0) + by
    if (now === 0) perAddress.delete(address)
    else perAddress.set(address, now)
  }
  /** @returns the slot to close; null when there is room; 'nobody' when all waiting sockets are being verified. */
  const leaverOf = (address: string): Taken | null | 'nobody' => {
    const isSame = (place: Taken) => place.address === address
    const same = [...silent].filter(isSame)
    const sameCount = same.length + [...greeting].filter(isSame).length
    if (sameCount >= caps.waitingPerAddress) return same[0] ?? 'nobody'
    const [oldest = 'nobody' as const] = silent
    return silent.size + greeting.size >= caps.waiting ? oldest : null
  }

  return {
    /** @returns null when all slots are taken. @param giveWay closes the socket; `leave` follows. */
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
