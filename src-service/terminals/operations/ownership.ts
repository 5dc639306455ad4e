import { refuse, type ServiceError, serviceError } from '../../../src-shared/api/errors.ts'
import { err, ok, type Result } from '../../../src-shared/result.ts'
import { linkCloseCodes } from '../../../src-shared/terminal/messages.ts'
import { callerReaches } from '../../accounts/reach.ts'
import type { Caller } from '../../caller.ts'
import { runDecision } from '../../commit.ts'
import type { Handler } from '../../http/handler.ts'
import { nextRow, updateOf } from '../../store/row-writes.ts'
import type { NewEvent } from '../../store/store.ts'
import { joiningOf } from '../activation/merchant.ts'
import { closeCodes } from '../link/socket.ts'
import { type Joining, type TerminalDocument, type TerminalRow, terminalReply } from '../rows.ts'
import { whileIdle } from '../run-operation.ts'
import { endSessionOf } from '../session/sessions.ts'
import { isConnected, ownTerminal } from '../terminal-access.ts'
import type { TerminalContext } from '../terminal-context.ts'
import { unsettledOn } from '../unsettled.ts'

/**
 * Releases a terminal from its owner. Its credential becomes void, its link is closed, and any account may register the
 * serial number.
 */
export const release =
  (context: TerminalContext): Handler<'terminals.release'> =>
  ({ caller, body: { hsn } }) =>
    whileIdle(context, 'terminals.release', { caller, hsn }, async (terminal) => {
      const { account_id } = terminal.document
      const released = await change(context, caller, terminal, (document) => ({
        document: { ...document, ...nobodys },
        events: [{ account_id, type: 'v2.terminal.released', object: terminalReply(document, false) }],
      }))
      if (!released.ok) return released
      await endSessionOf(context, terminal)
      context.links.drop(hsn, linkCloseCodes.credentialRefused, 'this terminal was released by its owner')
      return ok({ success: true })
    })

/** Renames a terminal, which shows the new name from its next connection on. */
export const rename =
  (context: TerminalContext): Handler<'terminals.rename'> =>
  async ({ caller, body: { hsn, name } }) => {
    const renamed = await runDecision<TerminalRow, TerminalDocument>(context, {
      load: () => ownTerminal(context, caller, hsn),
      decide(row, { now }) {
        const document = { ...row.document, name }
        return ok({
          writes: [updateOf('terminal', nextRow(row, document, now))],
          events: [],
          reply: document,
        })
      },
    })
    return renamed.ok ? ok(terminalReply(renamed.value, await isConnected(context, hsn))) : renamed
  }

const nobodys = {
  ...{ tenant_id: '', account_id: '', merchant_id: '' },
  ...{ credential_hash: null, link_key: null, former_link_key: null },
}

/**
 * Transfers a terminal to another account of the caller's without touching it: it reconnects and gets the other
 * merchant's name. Its earlier sales stay with the account that made them, so all of those must be settled.
 */
export const transfer =
  (context: TerminalContext): Handler<'terminals.transfer'> =>
  async ({ caller, body: { hsn, account_id } }) => {
    const target = await accountInReach(context, caller, account_id)
    if (!target.ok) return target
    return whileIdle(context, 'terminals.transfer', { caller, hsn }, async (terminal) => {
      const former = terminal.document.account_id
      if (former === account_id) {
        return ok(terminalReply(terminal.document, await isConnected(context, hsn)))
      }
      const open = await unsettledOn(context.store, former, hsn)
      if (open !== null) return err(batchOpen(hsn, open))
      const moved = await change(context, caller, terminal, (document) => {
        const next = { ...document, ...target.value }
        const object = terminalReply(next, false)
        const events = [former, account_id].map((each) => ({
          account_id: each,
          type: 'v2.terminal.transferred' as const,
          object,
        }))
        return { document: next, events }
      })
      if (!moved.ok) return moved
      await endSessionOf(context, terminal)
      context.links.drop(hsn, closeCodes.goingAway, 'this terminal has another merchant')
      return ok(terminalReply(moved.value, false))
    })
  }

interface Change {
  readonly document: TerminalDocument
  readonly events: readonly NewEvent[]
}

/** Changes the terminal's row. Refused when the terminal has been activated or claimed since it was loaded. */
const change = (
  context: TerminalContext,
  caller: Caller,
  { id, document: { account_id, credential_hash } }: TerminalRow,
  work: (document: TerminalDocument) => Change,
): Promise<Result<TerminalDocument, ServiceError>> =>
  runDecision<TerminalRow, TerminalDocument>(context, {
    load: () => ownTerminal(context, caller, id),
    decide(row, { now }) {
      const same = row.document.account_id === account_id && row.document.credential_hash === credential_hash
      if (!same) return err(activatedAnew(id))
      const { document, events } = work(row.document)
      return ok({ writes: [updateOf('terminal', nextRow(row, document, now))], events, reply: document })
    },
  })

async function accountInReach(
  { accounts }: TerminalContext,
  caller: Caller,
  accountId: string,
): Promise<Result<Joining, ServiceError>> {
  const row = await accounts.account(accountId)
  if (row !== null && callerReaches(caller, row)) return ok(joiningOf(row))
  const message = `There is no account ${accountId} that this key can access. Check account_id.`
  return refuse('resource_missing', message, { param: 'account_id' })
}

const activatedAnew = (hsn: string): ServiceError =>
  serviceError(
    'state_conflict',
    `Terminal ${hsn} was activated again in the meantime. Fetch its details before you try again.`,
  )

const batchOpen = (hsn: string, paymentId: string): ServiceError =>
  serviceError(
    'state_conflict',
    `Terminal ${hsn} has sales that are not settled yet, such as ${paymentId}. Transfer it after the settlement, which closes the day at 08:00 UTC.`,
  )
