import type { CallFailure } from '../../src-shared/api/client.ts'
import type { Terminal } from '../../src-shared/api/schemas/terminal.ts'
import type { TerminalListItem } from '../../src-shared/pos/terminals/installer.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import type { ServiceAccess } from '../terminal/service-access.ts'

/** The merchant's terminals; an empty list is not a failure. */
export async function terminalsOf({
  client,
  merchantId,
}: ServiceAccess): Promise<Result<readonly Terminal[], CallFailure>> {
  const body = { merchant_id: merchantId }
  const found = await client.call('terminals.terminal_details', { body, timeoutMs: 10_000 })
  if (found.ok) return ok(found.value.terminal_details)
  const none = found.error.kind === 'refused' && found.error.error.code === 'no_terminals'
  return none ? ok([]) : found
}

/** @param virtual the terminals attached from here in training */
export const listItemOf = (terminal: Terminal, virtual: readonly string[]): TerminalListItem => {
  const { hsn, name, connected, device_type, environment } = terminal
  return {
    ...{ hsn, name, connected, device_type, environment },
    capabilities: terminal.device_capabilities,
    virtual: virtual.includes(hsn),
    waits_for_code:
      !connected && terminal.pending_activation !== undefined && terminal.linked_at === undefined,
    version: terminal.software_version ?? null,
    linked_at: terminal.linked_at ?? null,
    clock: terminal.clock ?? null,
    held_by: terminal.held_by === undefined ? null : (terminal.held_by ?? 'nobody'),
  }
}
