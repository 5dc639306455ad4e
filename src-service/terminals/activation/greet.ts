import { err, ok, type Result } from '../../../src-shared/result.ts'
import { type Handshake, helloProof, welcomeProof } from '../../../src-shared/terminal/handshake.ts'
import { sameProof } from '../../../src-shared/terminal/proofs.ts'
import type { Services } from '../../services.ts'
import { nextRow, updateOf } from '../../store/row-writes.ts'
import { isoTime } from '../../time/clock.ts'
import type { Sealed } from '../../vault/sealed.ts'
import type { Greeted, Hello, Welcome } from '../link/links.ts'
import type { TerminalDocument, TerminalRow } from '../rows.ts'
import { hashOf, linkKeyPurpose } from '../secrets.ts'

/**
 * Accepts the hello of a terminal that proves it has the key of its activation, proves the same in return, and records
 * the hardware that it reports. An unknown serial number is refused with the same message after the same work, so that
 * a caller cannot find out whether it exists.
 */
export async function greetTerminal(
  services: Pick<Services, 'store' | 'clock' | 'vault' | 'accounts'>,
  hello: Hello,
  challenge: string,
): Promise<Result<Greeted, string>> {
  const row = await services.store.find<TerminalDocument>('terminal', hello.hsn)
  const { hsn, nonce } = hello
  const handshake: Handshake = { hsn, nonce, challenge }
  const proves = (linkKey: string) => sameProof(helloProof(linkKey, handshake), hello.proof)
  const current = openLinkKey(services, hsn, row?.document.link_key)
  const former = current === null ? null : openLinkKey(services, hsn, row?.document.former_link_key)
  // A dummy key causes the same work for an unknown terminal.
  const known = [
    current ?? services.vault.fingerprint(`no link key of ${hsn}`),
    ...(former === null ? [] : [former]),
  ]
  const linkKey = known.find(proves)
  if (row === null || linkKey === undefined) {
    return err('This credential is not valid for this terminal. Activate it again with a new code.')
  }
  await noteHello(services, row, hello, linkKey === current)
  const account = await services.accounts.account(row.document.account_id)
  const { publicKey, succession } = await services.vault.refreshTerminalKeys()
  const facts = {
    name: row.document.name,
    merchant_name: account?.document.merchant.dba ?? '',
    public_key: publicKey,
    date_time: isoTime(services.clock.now()),
  }
  const proof = welcomeProof(linkKey, handshake, facts)
  const welcome: Welcome = { type: 'welcome', ...facts, succession: [...succession], proof }
  return ok({ welcome, credential: hashOf(linkKey) })
}

/** Whether a link with this credential still belongs to the terminal: its row may have changed since the hello. */
export function isCredentialOf(
  services: Pick<Services, 'vault'>,
  { id, document }: TerminalRow,
  credential: string,
): boolean {
  if (document.credential_hash === credential) return true
  const former = openLinkKey(services, id, document.former_link_key)
  return former !== null && hashOf(former) === credential
}

/**
 * @throws when the vault cannot decrypt the key: that is a fault of the service, not a reason to refuse the terminal.
 */
const openLinkKey = (
  { vault }: Pick<Services, 'vault'>,
  hsn: string,
  sealed: Sealed | null | undefined,
): string | null => (sealed == null ? null : vault.openText(sealed, linkKeyPurpose(hsn)))

/** Minimum time between two recorded connections of a terminal, in ms, for one that reconnects often. */
const flappingMs = 60_000
const linkedAt = ({ linked_at }: TerminalDocument, now: number): number =>
  linked_at !== undefined && Math.abs(now - linked_at) < flappingMs ? linked_at : now

/** Records the reported hardware. When the terminal used its newest credential, also voids the previous one. */
async function noteHello(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  row: TerminalRow,
  hello: Hello,
  isCurrent: boolean,
): Promise<void> {
  const document: TerminalDocument = {
    ...row.document,
    device_type: hello.device_type,
    firmware: hello.firmware,
    device_capabilities: hello.capabilities,
    linked_at: linkedAt(row.document, clock.now()),
    ...(isCurrent && row.document.former_link_key != null ? { former_link_key: null } : {}),
  }
  if (JSON.stringify(document) === JSON.stringify(row.document)) return
  // If another writer changes the row in between, the next hello reports the same again.
  await store.commit({ writes: [updateOf('terminal', nextRow(row, document, clock.now()))] })
}
