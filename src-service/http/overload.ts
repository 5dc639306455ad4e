import type { Store } from '../store/store.ts'

/** Maximum number of waiting commits: half a second of work for a fast database, about 50 MiB for one that hangs. */
const mostWaiting = 4_096

/** Whether the database does not keep up with what it is asked to write. */
export const isOverloaded = (store: Pick<Store, 'waiting'>): boolean => store.waiting() >= mostWaiting
