import { type ServiceError, serviceError } from '../../../src-shared/api/errors.ts'
import { err, ok, type Result } from '../../../src-shared/result.ts'
import type { Caller } from '../../caller.ts'
import type { Handler } from '../../http/handler.ts'
import type { TerminalCore } from '../core.ts'
import { accountOfMerchant } from '../merchant.ts'
import { type TerminalDocument, type TerminalRow, terminalReply } from '../rows.ts'

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
    return ok({
      terminal_details: rows.value.map((row) => terminalReply(row.document, core.links.isLinked(row.id))),
    })
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
