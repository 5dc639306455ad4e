import { type ServiceError, serviceError } from '../../../src-shared/api/errors.ts'
import type { Terminal } from '../../../src-shared/api/schemas/terminal.ts'
import { err, ok, type Result } from '../../../src-shared/result.ts'
import type { Caller } from '../../caller.ts'
import { isoTime } from '../../clock.ts'
import type { Handler } from '../../http/handler.ts'
import { accountOfMerchant } from '../activation/merchant.ts'
import {
  type ActivationCodeDocument,
  type TerminalDocument,
  type TerminalRow,
  terminalReply,
} from '../rows.ts'
import type { TerminalContext } from '../terminal-context.ts'
import { maximumGuesses } from '../timings.ts'

/** More terminals than any counter has. */
const maximumListed = 1000

export const listTerminals =
  (context: TerminalContext): Handler<'terminals.list_terminals'> =>
  async ({ caller, body }) => {
    const rows = await terminalsOf(context, caller, body.merchant_id)
    return rows.ok ? ok({ terminals: rows.value.map((row) => row.id) }) : rows
  }

export const terminalDetails =
  (context: TerminalContext): Handler<'terminals.terminal_details'> =>
  async ({ caller, body }) => {
    const rows = await terminalsOf(context, caller, body.merchant_id)
    if (!rows.ok) return rows
    return ok({ terminal_details: await Promise.all(rows.value.map((row) => described(context, row))) })
  }

/** A terminal that is not linked may be on its way to join: who waits for it sees how that goes. */
async function described(
  context: TerminalContext,
  { id, account_id, document }: TerminalRow,
): Promise<Terminal> {
  if (context.links.isLinked(id)) return terminalReply(document, true)
  const code = await context.store.get<ActivationCodeDocument>('activation_code', account_id, id)
  const reply = terminalReply(document, context.links.isLinked(id))
  if (code === null || code.document.used) return reply
  const { expires_at, guesses, wrong_guesses } = code.document
  const guesses_left = maximumGuesses - guesses
  return { ...reply, pending_activation: { expires_at: isoTime(expires_at), wrong_guesses, guesses_left } }
}

async function terminalsOf(
  context: TerminalContext,
  caller: Caller,
  merchantId: string,
): Promise<Result<readonly TerminalRow[], ServiceError>> {
  const account = await accountOfMerchant(context, caller, merchantId)
  if (!account.ok) return account
  const rows = await context.store.list<TerminalDocument>('terminal', {
    account_id: account.value.id,
    limit: maximumListed,
  })
  if (rows.length > 0) return ok(rows)
  return err(
    serviceError(
      'no_terminals',
      `Merchant ${merchantId} has no terminals. Register one with activation_code.`,
    ),
  )
}
