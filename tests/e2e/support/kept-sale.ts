import { readJournal } from '../../../src-main/journal/line-file.ts'
import { dataPaths } from '../../../src-main/paths.ts'
import { lastState } from '../../../src-main/sale/read-journal.ts'
import type { SaleState } from '../../../src-shared/pos/sale/sale.ts'
import type { TestApp } from './app.ts'
import { expect } from './counter.ts'
import { soon } from './screen.ts'
import type { TestService } from './service.ts'

/**
 * Resolves once the counter would continue in this state after a power failure. The window shows a state before it is
 * on the disk.
 */
export async function isKept(
  { userData }: TestApp,
  { account_id }: Pick<TestService, 'account_id'>,
  state: SaleState['kind'],
): Promise<void> {
  const file = dataPaths(userData).sales(account_id)
  await expect
    .poll(async () => lastState(await readJournal(file), new Date().toISOString()).state.kind, soon)
    .toBe(state)
}
