import type { PosCommandName } from '../../src-shared/pos/commands.ts'
import { asking } from './asking.ts'
import type { PosHandlers } from './command-answerer.ts'
import type { CommandContext } from './command-context.ts'

type SalesHandlers = Pick<
  PosHandlers,
  PosCommandName & (`sales.${string}` | `returns.${string}` | `receipts.${string}`)
>

/** The commands on past sales, once the counter's account is known. */
export function salesHandlers({ counter }: Pick<CommandContext, 'counter'>): SalesHandlers {
  const ask = asking(() => counter()?.sales() ?? null)
  return {
    'sales.recent': ask((sales) => sales.recent()),
    'sales.open': ask((sales, payload) => sales.open(payload)),
    'receipts.print': ask((sales, payload) => sales.print(payload)),
    'receipts.email': ask((sales, payload) => sales.email(payload)),
    'receipts.save': ask((sales, payload) => sales.save(payload)),
    'returns.begin': ask(({ returns }, payload) => returns.begin(payload)),
    'returns.retry': ask(({ returns }, { return_id, pin = null }) => returns.retry(return_id, pin)),
    'returns.in_cash': ask(({ returns }, { return_id, pin = null }) => returns.inCash(return_id, pin)),
    'returns.handed_back': ask(({ returns }, { return_id }) => returns.handedBack(return_id)),
    'returns.cancel': ask(({ returns }, { return_id }) => returns.cancel(return_id)),
    'returns.acknowledge_unreadable': ask(({ returns }) => returns.acknowledgeUnreadable()),
    'returns.acknowledge': ask(({ returns }, { return_id }) => returns.acknowledge(return_id)),
  }
}
