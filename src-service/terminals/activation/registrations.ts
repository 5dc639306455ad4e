import type { Services } from '../../services.ts'
import { rowsOf } from '../../store/rows-of.ts'
import type { ActivationCodeDocument, ActivationCodeRow, Joining, TerminalRow } from '../rows.ts'
import { isHeld } from '../rows.ts'
import { maximumGuesses } from '../timings.ts'

/**
 * Which accounts a terminal may join. Several accounts may register the same serial number at the same time, each with
 * its own code; the account whose code is typed on the terminal first gets it. So registering a serial number cannot
 * keep it from its owner.
 */
export type OpenCode = ActivationCodeRow & { readonly document: ActivationCodeDocument & Joining }

export const codeRowId = (hsn: string, accountId: string): string => `${hsn} ${accountId}`

/** Maximum number of codes checked per guess: each costs three elliptic curve multiplications. */
export const mostRegistrations = 8

/** Maximum per tenant, because a tenant could create any number of accounts. */
export const mostOfTenant = 2

/**
 * Returns all codes of a serial number, newest first. There are few, however many tenants have asked for one over time:
 * issuing a code deletes expired ones (`isOver`).
 */
export async function codesOf({ store }: Pick<Services, 'store'>, hsn: string): Promise<ActivationCodeRow[]> {
  const where = [{ column: 'hsn', is: '=', value: hsn }] as const
  const rows: ActivationCodeRow[] = []
  for await (const row of rowsOf<ActivationCodeDocument>(store, 'activation_code', { where })) rows.push(row)
  return rows
}

/** How long an expired code is kept, in ms, to be shown to those waiting for the terminal and to repeat an answer. */
const keptForMs = 24 * 60 * 60_000

/** Whether the code is no longer needed. @param verified ms */
export const isOver = ({ expires_at }: ActivationCodeDocument, verified: number): boolean =>
  expires_at + keptForMs < verified

/**
 * Returns the codes that can be redeemed now. Codes with a claim code come first, so that others cannot crowd them out.
 * Requests at the same time can leave a tenant more codes than it may have: its newest ones count.
 */
export function openCodes(
  rows: readonly ActivationCodeRow[],
  terminal: TerminalRow | null,
  verified: number,
): readonly OpenCode[] {
  const isClaimed = ({ document: { claimed = false } }: OpenCode) => Number(claimed)
  const sorted = rows
    .filter((row): row is OpenCode => isOpen(row.document, verified) && mayJoin(row.document, terminal))
    .sort(
      (one, other) =>
        isClaimed(other) - isClaimed(one) || other.document.expires_at - one.document.expires_at,
    )
  const earlierOfTenant = ({ document }: OpenCode, index: number) =>
    sorted.slice(0, index).filter((other) => other.document.tenant_id === document.tenant_id)
  return sorted
    .filter((row, index) => earlierOfTenant(row, index).length < mostOfTenant)
    .slice(0, mostRegistrations)
}

/** Also false for a row of an earlier version, which has no account to join. */
export const isOpen = (
  { used, guesses, expires_at, sealed_code, account_id }: ActivationCodeDocument,
  verified: number,
): boolean =>
  sealed_code !== undefined &&
  account_id !== undefined &&
  !used &&
  guesses < maximumGuesses &&
  expires_at > verified

/** A terminal that an account holds can join another one only with a claim code, which proves physical possession. */
export const mayJoin = (
  { account_id, claimed }: ActivationCodeDocument,
  terminal: TerminalRow | null,
): boolean =>
  terminal === null || !isHeld(terminal) || claimed === true || terminal.document.account_id === account_id
