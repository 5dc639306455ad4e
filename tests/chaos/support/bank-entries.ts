import { join } from 'node:path'
import Libsql from 'libsql'
import type { LedgerEntry } from '../../../src-service/processor/sandbox/ledger.ts'
import { withDatabase } from './database.ts'

/** The books of the sandbox's bank, wherever they are kept: in its own file, or in the database that nodes share. */
export async function bankEntries(
  dataFolder: string,
  databaseUrl: string | null,
): Promise<readonly LedgerEntry[]> {
  if (databaseUrl !== null) {
    const rows = await withDatabase(dataFolder, databaseUrl, (query) =>
      query('SELECT document FROM sandbox_entries'),
    )
    return rows.map(({ document }) => JSON.parse(String(document)) as LedgerEntry)
  }
  const ledger = new Libsql(join(dataFolder, 'sandbox-processor.db'))
  try {
    const rows = ledger.prepare('SELECT entry FROM entries').all() as { readonly entry: string }[]
    return rows.map(({ entry }) => JSON.parse(entry) as LedgerEntry)
  } finally {
    ledger.close()
  }
}
