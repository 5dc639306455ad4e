import { makePostgresDatabase } from '../../../support/postgres-store.ts'
import { openPaymentsHarness, type PaymentsHarness } from './payments-harness.ts'

/** The payments harness on a database of PostgreSQL that goes with the test. */
export const onPostgres = async (): Promise<PaymentsHarness> =>
  openPaymentsHarness(await makePostgresDatabase())
