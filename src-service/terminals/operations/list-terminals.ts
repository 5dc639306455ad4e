import { refuse, type ServiceError } from '../../../src-shared/api/errors.ts'
import type { Terminal } from '../../../src-shared/api/schemas/terminal.ts'
import { ok, type Result } from '../../../src-shared/result.ts'
import type { Caller } from '../../caller.ts'
import type { Handler } from '../../http/handler.ts'
import { isoTime } from '../../time/clock.ts'
import { registeredTerminal } from '../activation/join.ts'
import { accountOfMerchant } from '../activation/merchant.ts'
import { mayJoin } from '../activation/registrations.ts'
import {
  type ActivationCodeDocument,
  isHeld,
  type Joining,
  type SessionDocument,
  type TerminalDocument,
  terminalReply,
} from '../rows.ts'
import { heldBy } from '../session/session-holder.ts'
import type { TerminalContext } from '../terminal-context.ts'
import { maximumGuesses } from '../timings.ts'

/** Above the number of terminals of any merchant. */
const maximumListed = 1000

export const listTerminals =
  (context: TerminalContext): Handler<'terminals.list_terminals'> =>
  async ({ caller, body }) => {
    const found = await terminalsOf(context, caller, body.merchant_id)
    return found.ok ? ok({ terminals: found.value.map(({ document }) => document.hsn) }) : found
  }

export const terminalDetails =
  (context: TerminalContext): Handler<'terminals.terminal_details'> =>
  async ({ caller, body }) => {
    const found = await terminalsOf(context, caller, body.merchant_id)
    if (!found.ok) return found
    const holders = await holdersOf(context, found.value)
    const linked = await linkedOf(context, found.value)
    return ok({
      terminal_details: found.value.map((one) => ({
        ...described(context, one, linked.has(one.document.hsn)),
        held_by: holders.get(one.document.hsn) ?? null,
      })),
    })
  }

interface Listed {
  readonly document: TerminalDocument
  /** The row's account: the one that first activated the terminal. Sessions are stored under it. */
  readonly row_account_id: string
  /** An unused code; null when none was issued since the last activation. */
  readonly code: ActivationCodeDocument | null
}

/** For a terminal that is not linked, includes the state of a pending activation. */
function described(context: TerminalContext, { document, code }: Listed, connected: boolean): Terminal {
  const reply = terminalReply(document, connected)
  if (connected || code === null) return reply
  const { expires_at, guesses, wrong_guesses } = code
  const guesses_left = maximumGuesses - guesses
  return {
    ...reply,
    pending_activation: { expires_at: isoTime(context.clock.dated(expires_at)), wrong_guesses, guesses_left },
  }
}

/** Returns those that are linked to any node. */
async function linkedOf(
  { links, linksOfNodes }: TerminalContext,
  listed: readonly Listed[],
): Promise<ReadonlySet<string>> {
  const hsns = listed.map(({ document }) => document.hsn)
  const here = hsns.filter(links.isLinked)
  const elsewhere = await linksOfNodes.linkedElsewhere(hsns.filter((hsn) => !links.isLinked(hsn)))
  return new Set([...here, ...elsewhere])
}

/** Returns the holders of live sessions, by the terminal's serial number. */
async function holdersOf(
  { store, clock }: TerminalContext,
  listed: readonly Listed[],
): Promise<ReadonlyMap<string, NonNullable<Terminal['held_by']>>> {
  const accountIds = [...new Set(listed.map(({ row_account_id }) => row_account_id))]
  const holders = new Map<string, NonNullable<Terminal['held_by']>>()
  for (const account_id of accountIds) {
    const rows = await store.list<SessionDocument>('terminal_session', { account_id, limit: maximumListed })
    for (const { document } of rows) {
      if (document.expires_at <= clock.verified()) continue
      const { name, since } = heldBy(clock, document)
      holders.set(document.hsn, { name, since })
    }
  }
  return holders
}

/** Returns the terminals that a merchant holds, and those whose code has not been typed yet. */
async function terminalsOf(
  context: TerminalContext,
  caller: Caller,
  merchantId: string,
): Promise<Result<readonly Listed[], ServiceError>> {
  const account = await accountOfMerchant(context, caller, merchantId)
  if (!account.ok) return account
  const { merchant_id, account_id } = account.value
  const where = [{ column: 'merchant_id', is: '=', value: merchant_id }] as const
  const limit = maximumListed
  // Codes first: a terminal that redeems its code between the two reads is then found by both, not by neither.
  const codes = await context.store.list<ActivationCodeDocument>('activation_code', { account_id, limit })
  const rows = await context.store.list<TerminalDocument>('terminal', { where, limit })
  const heldRows = rows.filter(isHeld)
  const held = heldRows.map(({ document }) => document)
  const ownerOf = new Map(heldRows.map(({ id, account_id }) => [id, account_id]))
  const unused = new Map(
    codes.filter(({ document }) => !document.used).map(({ document }) => [document.hsn, document]),
  )
  const waiting = await registeredOf(context, account.value, [...unused.values()], held)
  const found = [...waiting, ...held].map((document) => ({
    document,
    row_account_id: ownerOf.get(document.hsn) ?? account_id,
    code: unused.get(document.hsn) ?? null,
  }))
  if (found.length > 0) return ok(found)
  return refuse('no_terminals', `Merchant ${merchantId} has no terminals. Register one with activation_code.`)
}

/** Returns registrations: each lasts as long as its code, or until another account activates the terminal first. */
async function registeredOf(
  context: TerminalContext,
  account: Joining,
  codes: readonly ActivationCodeDocument[],
  held: readonly TerminalDocument[],
): Promise<readonly TerminalDocument[]> {
  const now = context.clock.verified()
  const fresh = codes.filter(
    ({ hsn, expires_at, account_id }) =>
      account_id === account.account_id && expires_at > now && !held.some((one) => one.hsn === hsn),
  )
  const waiting: TerminalDocument[] = []
  for (const code of fresh) {
    const terminal = await context.store.find<TerminalDocument>('terminal', code.hsn)
    if (mayJoin(code, terminal)) waiting.push(registeredTerminal(context, code.hsn, account))
  }
  return waiting
}
