import type { ActivationKeys } from '../../../src-shared/terminal/activation.ts'
import type { Services } from '../../services.ts'
import { firstRow, insertOf, nextRow, updateOf } from '../../store/row-writes.ts'
import type { Decided } from '../../use-case.ts'
import {
  isHeld,
  type Joining,
  type TerminalDocument,
  type TerminalRow,
  terminalReply,
  unknownCapabilities,
} from '../rows.ts'
import { hashOf, linkKeyPurpose } from '../secrets.ts'

interface Joined extends Omit<Decided<TerminalDocument>, 'reply'> {
  readonly document: TerminalDocument
  /** The row of the account that held the terminal before, if it was claimed by this one; else null. */
  readonly takenFrom: TerminalRow | null
}

/**
 * Returns the terminal after its code was typed on it, with a new credential; the previous one is void once the new one
 * is used.
 */
export function joinedTerminal(
  services: Pick<Services, 'vault' | 'training'>,
  hsn: string,
  terminal: TerminalRow | null,
  joining: { readonly account: Joining; readonly deviceType: string; readonly keys: ActivationKeys },
  now: number,
): Joined {
  const { account, deviceType, keys } = joining
  const before = terminal?.document.account_id === account.account_id ? terminal : null
  const document: TerminalDocument = {
    ...(before?.document ?? registeredTerminal(services, hsn, account)),
    device_type: deviceType,
    credential_hash: hashOf(keys.linkKey),
    link_key: services.vault.sealText(keys.linkKey, linkKeyPurpose(hsn)),
    former_link_key: before?.document.former_link_key ?? before?.document.link_key ?? null,
  }
  const takenFrom = terminal !== null && before === null && isHeld(terminal) ? terminal : null
  const object = terminalReply(document, false)
  const { account_id } = account
  return {
    document,
    takenFrom,
    writes: [
      terminal === null
        ? insertOf('terminal', firstRow(account_id, hsn, document, now))
        : updateOf('terminal', nextRow(terminal, document, now)),
    ],
    events: [
      { account_id, type: 'v2.terminal.activated', object },
      ...(takenFrom === null
        ? []
        : [{ account_id: takenFrom.document.account_id, type: 'v2.terminal.claimed' as const, object }]),
    ],
  }
}

/** Returns the document of a terminal that has never been linked. */
export const registeredTerminal = (
  { training = false }: Pick<Services, 'training'>,
  hsn: string,
  { tenant_id, account_id, merchant_id }: Joining,
): TerminalDocument => ({
  hsn,
  tenant_id,
  account_id,
  merchant_id,
  name: `Terminal ${hsn}`,
  device_type: 'unknown',
  environment: training ? 'sandbox' : 'production',
  firmware: '',
  device_capabilities: unknownCapabilities,
  credential_hash: null,
  link_key: null,
})
