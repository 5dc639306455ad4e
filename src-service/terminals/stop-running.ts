import type { HeldBy } from '../../src-shared/api/errors.ts'
import { shortName } from './run-operation.ts'
import type { TerminalContext } from './terminal-context.ts'
import type { StopCause } from './terminal-errors.ts'

/**
 * Stops what runs on a terminal.
 *
 * @returns what was stopped in time, so that nothing was charged by it; null when nothing was.
 */
export function stopRunning(
  { running }: Pick<TerminalContext, 'running'>,
  hsn: string,
  cause: StopCause,
  by?: HeldBy,
): { readonly command: string; readonly payment_intent_id: string | null } | null {
  const operation = running.on(hsn)
  const stage = running.stop(hsn, cause, by)
  if (operation === null || stage !== 'stoppable') return null
  return { command: shortName(operation.name), payment_intent_id: operation.paymentIntentId }
}
