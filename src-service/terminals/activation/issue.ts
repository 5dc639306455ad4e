import { type ServiceError, serviceError } from '../../../src-shared/api/errors.ts'
import { err, ok, type Result } from '../../../src-shared/result.ts'
import { accessOf } from '../../api-keys/made-by.ts'
import type { Caller } from '../../caller.ts'
import { runDecision } from '../../commit.ts'
import type { Services } from '../../services.ts'
import { firstRow, insertOf, nextRow, updateOf } from '../../store/row-writes.ts'
import type { Write } from '../../store/store.ts'
import {
  type ActivationCodeDocument,
  type ActivationCodeRow,
  isHeld,
  type Joining,
  type TerminalDocument,
  type TerminalRow,
} from '../rows.ts'
import { codePurpose, newActivationCode, newSalt } from '../secrets.ts'
import { reachesAccount } from '../terminal-access.ts'
import { heldByOthers } from '../terminal-errors.ts'
import type { TerminalTimings } from '../timings.ts'
import type { ClaimCodes, ClaimLimit } from './claim-codes.ts'
import { accountToJoin } from './merchant.ts'
import { codeRowId, codesOf, isOpen, isOver, mostOfTenant, mostRegistrations } from './registrations.ts'

export interface IssuedCode {
  /** Eight digits, returned only once; the service stores them sealed by the vault. */
  readonly code: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

interface State {
  readonly joining: Joining
  readonly codes: readonly ActivationCodeRow[]
}

type IssueServices = Pick<Services, 'store' | 'accounts' | 'clock' | 'newId' | 'vault'> & {
  readonly timings: TerminalTimings
  readonly claims: ClaimCodes
  readonly claimLimit: ClaimLimit
}

/**
 * Section 4.4, activation_code. Registers a free hsn for the caller's account: x-account-id, the key's own, or the
 * tenant's only one. The registration lasts as long as the code. A new code replaces the previous one.
 * @param claimCode printed on the terminal; allows taking over a terminal that another account holds
 */
export async function issueActivationCode(
  services: IssueServices,
  caller: Caller,
  { hsn, claimCode = null }: { readonly hsn: string; readonly claimCode?: string | null },
): Promise<Result<IssuedCode, ServiceError>> {
  const claimed = claimCode !== null
  if (claimCode !== null) {
    const refusal = refuseClaim(services, caller, hsn, claimCode)
    if (refusal !== null) return err(refusal)
  }
  const code = newActivationCode()
  const salt = newSalt()
  return runDecision(services, {
    allowedBy: () => accessOf(services.store, caller),
    load: () => load(services, caller, hsn, claimed),
    decide({ joining, codes }: State, { now, verified }) {
      const id = codeRowId(hsn, joining.account_id)
      const own = codes.find((row) => row.id === id)
      const others = codes.filter((row) => row.id !== id)
      const busy = claimed ? null : refuseCrowd(hsn, others, joining, verified)
      if (busy !== null) return err(busy)
      const document: ActivationCodeDocument = {
        ...joining,
        hsn,
        claimed,
        salt,
        sealed_code: services.vault.sealText(code, codePurpose(hsn)),
        expires_at: verified + services.timings.activationCodeMs,
        guesses: 0,
        wrong_guesses: 0,
        used: false,
      }
      const write: Write =
        own === undefined
          ? insertOf('activation_code', firstRow(joining.account_id, id, document, now))
          : updateOf('activation_code', nextRow(own, document, now))
      const writes = [write, ...tooMany(others, joining, verified)]
      return ok({ writes, events: [], reply: { code, expiresAt: services.clock.dated(document.expires_at) } })
    },
  })
}

async function load(
  services: IssueServices,
  caller: Caller,
  hsn: string,
  claimed: boolean,
): Promise<Result<State, ServiceError>> {
  const terminal = await services.store.find<TerminalDocument>('terminal', hsn)
  const joining = await joiningOf(services, caller, terminal, claimed)
  return joining.ok ? ok({ joining: joining.value, codes: await codesOf(services, hsn) }) : joining
}

async function joiningOf(
  services: IssueServices,
  caller: Caller,
  terminal: TerminalRow | null,
  claimed: boolean,
): Promise<Result<Joining, ServiceError>> {
  if (terminal !== null && isHeld(terminal)) {
    const { tenant_id, account_id, merchant_id, hsn } = terminal.document
    if (await reachesAccount(services, caller, terminal.document)) {
      return ok({ tenant_id, account_id, merchant_id })
    }
    if (!claimed) return err(heldByOthers(hsn))
  }
  return accountToJoin(services, caller)
}

function refuseClaim(
  { claims, claimLimit }: IssueServices,
  { tenantId }: Caller,
  hsn: string,
  code: string,
): ServiceError | null {
  const { secondsToWait } = claimLimit.take(tenantId, hsn)
  if (secondsToWait > 0) {
    const message = `Too many wrong claim codes were tried for terminal ${hsn}. Wait ${secondsToWait} s before the next try.`
    return serviceError('rate_limited', message, { retryAfter: secondsToWait })
  }
  if (!claims.isRight(hsn, code)) {
    return serviceError(
      'claim_code_invalid',
      `This claim code does not belong to terminal ${hsn}. Check the twelve digits on the terminal and its serial number.`,
      { param: 'claim_code' },
    )
  }
  claimLimit.giveBack(tenantId, hsn)
  return null
}

/** Limits the number of open codes for one terminal, because each guess is checked against all of them. */
function refuseCrowd(
  hsn: string,
  others: readonly ActivationCodeRow[],
  { tenant_id }: Joining,
  verified: number,
): ServiceError | null {
  const open = others.filter(({ document }) => isOpen(document, verified))
  const strangers = open.filter(({ document }) => document.tenant_id !== tenant_id)
  if (strangers.length <= mostRegistrations - mostOfTenant) return null
  const until = Math.min(...open.map(({ document }) => document.expires_at))
  const retryAfter = Math.max(1, Math.ceil((until - verified) / 1000))
  const message = `Too many activation codes are open for terminal ${hsn}. Try again in ${retryAfter} s.`
  return serviceError('rate_limited', message, { retryAfter })
}

/** Deletes expired codes, and the tenant's older codes for other accounts where they exceed its limit. */
function tooMany(
  others: readonly ActivationCodeRow[],
  { tenant_id }: Joining,
  verified: number,
): readonly Write[] {
  const kept = others
    .filter(({ document }) => document.tenant_id === tenant_id && !isOver(document, verified))
    .sort((one, other) => other.updated_at - one.updated_at)
  return [
    ...others.filter(({ document }) => isOver(document, verified)),
    ...kept.slice(mostOfTenant - 1),
  ].map(({ account_id, id }) => ({ op: 'delete', kind: 'activation_code', account_id, id }))
}
