import { type ServiceError, serviceError } from '../../../src-shared/api/errors.ts'
import type { Terminal } from '../../../src-shared/api/schemas/terminal.ts'
import { err, ok, type Result } from '../../../src-shared/result.ts'
import type { Caller } from '../../caller.ts'
import { isoTime } from '../../clock.ts'
import type { Handler } from '../../http/handler.ts'
import type { TerminalCore } from '../core.ts'
import { accountOfMerchant } from '../merchant.ts'
import {
  type ActivationCodeDocument,
  type TerminalDocument,
  type TerminalRow,
  terminalReply,
} from '../rows.ts'
import { maximumGuesses } from '../timings.ts'

/** More terminals than any counter has. */
const maximumListed = 1000

export const listTerminals =
  (core: TerminalCore): Handler<'terminals.list_terminals'> =>
  async ({ caller, body }) => {
    const rows = await terminalsOf(core, caller, body.merchant_id)
    return rows.ok ? ok({ terminals: rows.value.map((row) => row.id) }) : rows
  }

export const terminalDetails =
  (core: TerminalCore): Handler<'terminals.terminal_details'> =>
  async ({ caller, body }) => {
    const rows = await terminalsOf(core, caller, body.merchant_id)
    if (!rows.ok) return rows
    return ok({ terminal_details: await Promise.all(rows.value.map((row) => described(core, row))) })
  }

/** A terminal that is not linked may be on its way to join: who waits for it is told how that goes. */
async function described(core: TerminalCore, { id, account_id, document }: TerminalRow): Promise<Terminal> {
  if (core.links.isLinked(id)) return terminalReply(document, true)
  const code = await core.store.get<ActivationCodeDocument>('activation_code', account_id, id)
  const reply = terminalReply(document, core.links.isLinked(id))
  if (code === null || code.document.used) return reply
  const { expires_at, wrong_guesses } = code.document
  const guesses_left = maximumGuesses - wrong_guesses
  return { ...reply, pending_activation: { expires_at: isoTime(expires_at), wrong_guesses, guesses_left } }
}

async function terminalsOf(
  core: TerminalCore,
  caller: Caller,
  merchantId: string,
): Promise<Result<readonly TerminalRow[], ServiceError>> {
  const account = await accountOfMerchant(core, caller, merchantId)
  if (!account.ok) return account
  const rows = await core.store.list<TerminalDocument>('terminal', {
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
