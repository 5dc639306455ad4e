import type { ClientSource } from './call-service.ts'

/** What the service has refused to show, by id. Asking again soon is of no use, except with another key. */
export interface RefusedThings {
  /** Called before each look. @param isDue everything is to be asked again */
  begin(isDue: boolean): void
  has(id: string): boolean
  add(id: string): void
}

export function createRefusedThings(client: ClientSource): RefusedThings {
  const ids = new Set<string>()
  let askedAs = client()
  return {
    begin(isDue) {
      const present = client()
      if (isDue || present !== askedAs) ids.clear()
      askedAs = present
    },
    has: (id) => ids.has(id),
    add: (id) => void ids.add(id),
  }
}
