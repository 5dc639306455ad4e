import type { PosCommandName, PosCommandPayload } from '../../src-shared/pos/commands.ts'
import { ok } from '../../src-shared/result.ts'
import { asking } from './asking.ts'
import type { PosHandlers } from './command-answerer.ts'
import type { CommandContext } from './command-context.ts'
import type { CheckPort } from './serial-ports.ts'

type PrinterHandlers = Pick<PosHandlers, PosCommandName & `${'printers' | 'prints'}.${string}`>

/** The commands on the counter's printers. */
export function printerHandlers(
  context: Pick<CommandContext, 'printing' | 'counter'> & { readonly checkPort: CheckPort },
): PrinterHandlers {
  const ask = asking(() => context.printing.service())
  const askOfSales = asking(() => context.counter()?.sales() ?? null)
  return {
    'printers.list': ask((service) => service.list()),
    'printers.of_system': ask((service) => service.ofSystem()),
    'printers.find': ask((service) => service.find()),
    'printers.stop_finding': ask((service) => service.stopFinding()),
    'printers.logo': ask((service) => service.logo()),
    'printers.set_logo': ask((service, { picture }) => service.setLogo(picture)),
    'printers.save': ask(async (service, payload: PosCommandPayload<'printers.save'>) => {
      const { address, id } = payload
      const free =
        address.kind === 'serial' ? await context.checkPort(address.path, { printer: id }) : ok(null)
      return free.ok ? service.save(payload) : free
    }),
    'printers.remove': ask((service, { id }) => service.remove(id)),
    'printers.choose': ask((service, { id }) => service.choose(id)),
    'printers.test': ask((service, { id }) => service.test(id)),
    'printers.open_drawer': ask((service, { id }) => service.openDrawerOf(id)),
    'prints.again': ask((service, { id }) => service.again(id)),
    'prints.drop': ask((service, { id }) => service.drop(id)),
    'prints.drawer_seen': ask((service) => service.drawerSeen()),
    'prints.not_queued_seen': ({ number }) => {
      context.printing.notQueuedSeen(number)
      return ok(null)
    },
    'prints.incomplete_seen': ({ number }) => {
      context.printing.incompleteSeen(number)
      return ok(null)
    },
    'prints.receipt': askOfSales((sales, payload) => sales.printHere(payload)),
  }
}
