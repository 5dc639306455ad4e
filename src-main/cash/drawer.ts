import type { Result } from '../../src-shared/result.ts'

/** The cash drawer: opening it is all that it can do. It closes by hand, and reports nothing. */
export interface Drawer {
  open(): Promise<Result<null, string>>
}
