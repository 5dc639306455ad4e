import { approve } from './approve.ts'
import type { Script } from './script.ts'

/** No receipt is ever printed (paper_out). The sale stands. */
export const printsNothing: Script = {
  ...approve,
  summary: 'Has run out of paper, and nobody cares',
  condition: { paper: false },
}
