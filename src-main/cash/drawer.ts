import type { Result } from '../../src-shared/result.ts'

/** The cash drawer: it can only be opened. A person closes it, and it reports nothing. */
export interface Drawer {
  open(): Promise<Result<null, string>>
}
