import type { Services } from '../../services.ts'
import { rowsOf } from '../../store/rows-of.ts'
import type { ActivationCodeDocument, ActivationCodeRow, Joining, TerminalRow } from '../rows.ts'
import { isHeld } from '../rows.ts'
import { maximumGuesses } from '../timings.ts'

/**
 * Who may join a terminal. Several accounts may be registered for one serial number at the same time, each by a code of
 * its own; who types his on the terminal first holds it. So a serial number cannot be kept from its owner by
 * registering it.
 */
export type OpenCode = ActivationCodeRow & { readonly document: ActivationCodeDocument & Joining }

export const codeRowId = (hsn: string, accountId: string): string => `${hsn} ${accountId}`

/** Each costs three multiplications on a curve for every guess at a terminal's code. */
export const mostRegistrations = 8

/** Of one tenant, which could make as many accounts as it likes. */
export const mostOfTenant = 2

/**
 * All that is kept for a serial number, the newest first. These are few, however many tenants want the same in the course
 * of time: whoever issues a code removes what is over (`isOver`).
 */
export async function codesOf({ store }: Pick<Services, 'store'>, hsn: string): Promise<ActivationCodeRow[]> {
  const where = [{ column: 'hsn', is: '=', value: hsn }] as const
  const rows: ActivationCodeRow[] = []
  for await (const row of rowsOf<ActivationCodeDocument>(store, 'activation_code', { where })) rows.push(row)
  return rows
}

/** How long what has run out is shown to those who wait for the terminal, and a redeemed one is answered again, ms. */
const keptForMs = 24 * 60 * 60_000

/** Nobody asks for it any more. @param verified ms */
export const isOver = ({ expires_at }: ActivationCodeDocument, verified: number): boolean =>
  expires_at + keptForMs < verified

/** Those that can be redeemed now; first those of whoever knew the claim code, which no crowd keeps out. */
export const openCodes = (
  rows: readonly ActivationCodeRow[],
  terminal: TerminalRow | null,
  verified: number,
): readonly OpenCode[] =>
  rows
    .filter((row): row is OpenCode => isOpen(row.document, verified) && mayJoin(row.document, terminal))
    .sort((one, other) => Number(other.document.claimed ?? false) - Number(one.document.claimed ?? false))
    .slice(0, mostRegistrations)

/** False too for a row that an earlier version wrote: it does not say where the terminal joins. */
export const isOpen = (
  { used, guesses, expires_at, sealed_code, account_id }: ActivationCodeDocument,
  verified: number,
): boolean =>
  sealed_code !== undefined &&
  account_id !== undefined &&
  !used &&
  guesses < maximumGuesses &&
  expires_at > verified

/** What somebody holds, another joins only with the proof that they have it in their hands. */
export const mayJoin = (
  { account_id, claimed }: ActivationCodeDocument,
  terminal: TerminalRow | null,
): boolean =>
  terminal === null || !isHeld(terminal) || claimed === true || terminal.document.account_id === account_id
