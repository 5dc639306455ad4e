import { err, ok, type Result } from '../../../src-shared/result.ts'
import { isoTime } from '../../clock.ts'
import type { Services } from '../../services.ts'
import { nextRow } from '../../store/row-writes.ts'
import type { Hello, Welcome } from '../link/links.ts'
import type { TerminalDocument, TerminalRow } from '../rows.ts'
import { isHashOf } from '../secrets.ts'

/** Accepts the hello of a terminal with the credential of its activation, and records the hardware it reports. */
export async function greetTerminal(
  services: Pick<Services, 'store' | 'clock' | 'vault' | 'accounts'>,
  hello: Hello,
): Promise<Result<Welcome, string>> {
  const row = await services.store.find<TerminalDocument>('terminal', hello.hsn)
  const hash = row?.document.credential_hash ?? null
  if (row === null || hash === null || !isHashOf(hello.credential, hash)) {
    return err('This credential is not valid for this terminal. Activate it again with a new code.')
  }
  await noteHardware(services, row, hello)
  const account = await services.accounts.account(row.account_id)
  return ok({
    type: 'welcome',
    name: row.document.name,
    merchant_name: account?.document.merchant.dba ?? '',
    public_key: services.vault.terminalKeys().publicKey,
    date_time: isoTime(services.clock.now()),
  })
}

async function noteHardware(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  row: TerminalRow,
  hello: Hello,
): Promise<void> {
  const document: TerminalDocument = {
    ...row.document,
    device_type: hello.device_type,
    firmware: hello.firmware,
    device_capabilities: hello.capabilities,
  }
  if (JSON.stringify(document) === JSON.stringify(row.document)) return
  // Should somebody else write the row in between, the next hello reports the hardware again.
  await store.commit({
    writes: [{ op: 'update', kind: 'terminal', row: nextRow(row, document, clock.now()) }],
  })
}
