/**
 * Reads values from the store; concurrent calls for the same name share one read. Otherwise each request that arrives
 * when a cached value has just expired would read it.
 */
export function createSharedLooks<Found>(read: (name: string) => Promise<Found>) {
  const underWay = new Map<string, Promise<Found>>()
  const begin = (name: string): Promise<Found> => {
    const look: Promise<Found> = read(name).finally(() => {
      if (underWay.get(name) === look) underWay.delete(name)
    })
    underWay.set(name, look)
    return look
  }
  return {
    at: (name: string): Promise<Found> => underWay.get(name) ?? begin(name),
    /** Later calls do not share a read that began before. */
    forget: (name: string): void => void underWay.delete(name),
  }
}
