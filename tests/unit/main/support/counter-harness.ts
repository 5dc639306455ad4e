import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { type CounterHarness, type CounterOptions, openCounterInFolder } from './counter-in-folder.ts'

export type { CounterHarness }

/** A counter in a folder that is removed after the tests of the file, unless a folder is given. */
export const openCounterHarness = async (
  options: Omit<CounterOptions, 'userData'> & Partial<Pick<CounterOptions, 'userData'>>,
): Promise<CounterHarness> =>
  openCounterInFolder({
    ...options,
    userData: options.userData ?? (await temporaryFolder('countertop-counter')),
  })
