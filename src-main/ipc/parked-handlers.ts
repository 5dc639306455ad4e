import type { PosCommandName } from '../../src-shared/pos/commands.ts'
import { type CommandRefusal, refuse, serviceNotUp } from '../../src-shared/pos/refusals.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { Counter } from '../counter/counter.ts'
import type { PosHandlers } from './command-answerer.ts'
import type { CommandContext } from './command-context.ts'

type ParkedHandlers = Pick<PosHandlers, PosCommandName & `parked.${string}`>

/** The commands on parked sales, and on records of sales that cannot be read. */
export function parkedHandlers({ counter }: Pick<CommandContext, 'counter'>): ParkedHandlers {
  function applied(
    change: (sale: Counter['sale']) => boolean,
    otherwise: string,
  ): Result<null, CommandRefusal> {
    const present = counter()
    if (present === null) return err(serviceNotUp)
    return change(present.sale) ? ok(null) : refuse('not_now', otherwise)
  }

  return {
    'parked.decide': ({ sale_id, choice }) =>
      applied((sale) => sale.decideParked(sale_id, choice), 'there is nothing to decide'),
    'parked.acknowledge': ({ sale_id }) =>
      applied((sale) => sale.acknowledgeParked(sale_id), 'its outcome is not known'),
    'parked.record': (asked) => counter()?.recordParked(asked) ?? err(serviceNotUp),
    'parked.acknowledge_unreadable': () =>
      applied((sale) => sale.acknowledgeUnreadable(), 'every record can be read'),
  }
}
