import type { ServiceError } from '../../../src-shared/api/errors.ts'
import { err, ok, type Result } from '../../../src-shared/result.ts'
import type { Caller } from '../../caller.ts'
import { runDecision } from '../../commit.ts'
import type { Services } from '../../services.ts'
import { firstRow, nextRow } from '../../store/row-writes.ts'
import type { Write } from '../../store/store.ts'
import {
  type ActivationCodeDocument,
  type ActivationCodeRow,
  type TerminalDocument,
  type TerminalRow,
  unknownCapabilities,
} from '../rows.ts'
import { codePurpose, newActivationCode, newSalt } from '../secrets.ts'
import { reachesAccount } from '../terminal-access.ts'
import { notOwned } from '../terminal-errors.ts'
import type { TerminalTimings } from '../timings.ts'
import { type Account, accountToJoin } from './merchant.ts'

export interface IssuedCode {
  /** Eight digits, answered once; the service keeps them sealed by the vault. */
  readonly code: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

interface State {
  readonly terminal: TerminalRow | null
  readonly code: ActivationCodeRow | null
  /** Where a terminal that is new joins. */
  readonly account: Account | null
}

/**
 * Section 4.4, activation_code. An hsn that nobody has is registered to the caller's account: x-account-id, the
 * key's own, or the tenant's only one. A new code replaces the one before.
 */
export async function issueActivationCode(
  services: Pick<Services, 'store' | 'accounts' | 'clock' | 'newId' | 'processor' | 'vault'> & {
    readonly timings: TerminalTimings
  },
  caller: Caller,
  hsn: string,
): Promise<Result<IssuedCode, ServiceError>> {
  const code = newActivationCode()
  const salt = newSalt()
  return runDecision(services, {
    load: () => load(services, caller, hsn),
    decide({ terminal, code: former, account }: State, { now }) {
      const accountId = terminal?.account_id ?? account?.id ?? ''
      const document: ActivationCodeDocument = {
        hsn,
        salt,
        code_hash: services.vault.fingerprint(`activation code ${hsn} ${salt} ${code}`),
        sealed_code: services.vault.sealText(code, codePurpose(hsn)),
        expires_at: now + services.timings.activationCodeMs,
        guesses: 0,
        wrong_guesses: 0,
        used: false,
      }
      const writes: Write[] = [
        former === null
          ? { op: 'insert', kind: 'activation_code', row: firstRow(accountId, hsn, document, now) }
          : { op: 'update', kind: 'activation_code', row: nextRow(former, document, now) },
      ]
      if (terminal === null && account !== null) {
        const registered = newTerminal(hsn, account, services.processor.name)
        writes.push({ op: 'insert', kind: 'terminal', row: firstRow(accountId, hsn, registered, now) })
      }
      return ok({ writes, events: [], reply: { code, expiresAt: document.expires_at } })
    },
  })
}

async function load(
  services: Pick<Services, 'store' | 'accounts'>,
  caller: Caller,
  hsn: string,
): Promise<Result<State, ServiceError>> {
  const terminal = await services.store.find<TerminalDocument>('terminal', hsn)
  if (terminal !== null) {
    if (!(await reachesAccount(services, caller, terminal.document))) return err(notOwned(hsn))
    const code = await services.store.get<ActivationCodeDocument>('activation_code', terminal.account_id, hsn)
    return ok({ terminal, code, account: null })
  }
  const account = await accountToJoin(services, caller)
  return account.ok ? ok({ terminal, code: null, account: account.value }) : account
}

const newTerminal = (hsn: string, account: Account, processor: string): TerminalDocument => ({
  hsn,
  tenant_id: account.tenantId,
  account_id: account.id,
  merchant_id: account.merchantId,
  name: `Terminal ${hsn}`,
  device_type: 'unknown',
  environment: processor === 'sandbox' ? 'sandbox' : 'production',
  firmware: '',
  device_capabilities: unknownCapabilities,
  credential_hash: null,
  link_key: null,
})
