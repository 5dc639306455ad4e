import { makePostgresDatabase } from '../../../support/postgres-store.ts'
import { openPaymentsHarness, type PaymentsHarness } from './payments-harness.ts'

/** The payments harness on its own PostgreSQL database, which is removed with the test. */
export const onPostgres = async (): Promise<PaymentsHarness> =>
  openPaymentsHarness(await makePostgresDatabase())
