/**
 * Looks things up in the store, once for all who ask for the same meanwhile: what every request needs, and is kept for a
 * moment, would else be read by each of those that come when the moment has passed.
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
    /** Whoever asks from now on joins no look that began before. */
    forget: (name: string): void => void underWay.delete(name),
  }
}
