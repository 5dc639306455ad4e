/** Lets a run stop between two batches, or between two rows of a long scan. The next start continues it. */
export interface Stoppable {
  readonly isStopped?: () => boolean
}

/** @throws when the service stops; the next start does the rest. */
export function endIfStopped({ isStopped = () => false }: Stoppable): void {
  if (isStopped()) throw new Error('the service is stopping')
}
