import type { SaleRunnerOptions } from '../../../../src-main/sale/runner.ts'
import { quietLog } from '../support/service.ts'

/** A runner's surroundings that accept everything, keep nothing and show nothing. */
export const nothingAround: Omit<SaleRunnerOptions, 'journal' | 'perform'> = {
  book: async () => undefined,
  file: async () => undefined,
  openDrawer: () => undefined,
  giftCards: () => undefined,
  exchange: () => undefined,
  followLink: () => undefined,
  onCounter: () => undefined,
  onParked: () => undefined,
  onUnreadable: () => undefined,
  onUnsaved: () => undefined,
  now: Date.now,
  person: () => null,
  log: quietLog,
}
