/** What a run ends by between two batches, and between two rows of a look that may be long; the next start goes on with it. */
export interface Stoppable {
  readonly isStopped?: () => boolean
}

/** @throws when the service stops: what is left is for the next start. */
export function endIfStopped({ isStopped = () => false }: Stoppable): void {
  if (isStopped()) throw new Error('the service stops')
}
