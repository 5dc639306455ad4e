import type { CallFailure } from '../../src-shared/api/client.ts'
import type { Terminal } from '../../src-shared/api/schemas/terminal.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import type { ServiceAccess } from './service-access.ts'

/**
 * Finds this counter's terminal: the named one, else the merchant's first connected one, else its first. Null when
 * there is none.
 */
export async function findTerminal(
  access: ServiceAccess,
  wantedHsn: string | null,
): Promise<Result<Terminal | null, CallFailure>> {
  const found = await access.client.call('terminals.terminal_details', {
    body: { merchant_id: access.merchantId },
    timeoutMs: 10_000,
  })
  if (!found.ok) {
    const none = found.error.kind === 'refused' && found.error.error.code === 'no_terminals'
    return none ? ok(null) : found
  }
  const terminals = found.value.terminal_details
  if (wantedHsn !== null) return ok(terminals.find(({ hsn }) => hsn === wantedHsn) ?? null)
  return ok(terminals.find(({ connected }) => connected) ?? terminals[0] ?? null)
}
