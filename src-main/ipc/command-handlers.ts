import { refuse, serviceNotUp } from '../../src-shared/pos/refusals.ts'
import { err, ok } from '../../src-shared/result.ts'
import { auditHandlers } from './audit-handlers.ts'
import { backupHandlers } from './backup-handlers.ts'
import { billHandlers } from './bill-handlers.ts'
import type { PosHandlers } from './command-answerer.ts'
import type { CommandContext } from './command-context.ts'
import { counterTerminalHandlers } from './counter-terminal-handlers.ts'
import { customerHandlers } from './customer-handlers.ts'
import { drawerHandlers } from './drawer-handlers.ts'
import { giftCardHandlers } from './gift-card-handlers.ts'
import { installerHandlers } from './installer-handlers.ts'
import { linkHandlers } from './link-handlers.ts'
import { managerHandlers } from './manager-handlers.ts'
import { parkedHandlers } from './parked-handlers.ts'
import { peripheralHandlers } from './peripheral-handlers.ts'
import { printerHandlers } from './printer-handlers.ts'
import { reportHandlers } from './report-handlers.ts'
import { saleHandlers } from './sale-handlers.ts'
import { salesHandlers } from './sales-handlers.ts'
import { sellingHandlers } from './selling-handlers.ts'
import { checkPorts } from './serial-ports.ts'
import { serviceHandlers } from './service-handlers.ts'
import { settingsHandlers } from './settings-handlers.ts'
import { staffHandlers } from './staff-handlers.ts'
import { tabHandlers } from './tab-handlers.ts'
import { toolHandlers } from './tool-handlers.ts'
import { createUndisturbed } from './undisturbed.ts'

/** The handlers of all commands. The outcome of a sale is never an answer here: it arrives in the snapshot. */
export function posHandlers(context: CommandContext): PosHandlers {
  const { snapshot, settings } = context
  const checkPort = checkPorts(context)

  const undisturbed = createUndisturbed((input) => {
    const counter = context.counter()
    if (counter === null) return err(serviceNotUp)
    if (counter.sale.dispatch(input)) return ok(null)
    return refuse('not_now', `${input.kind} is not possible during ${counter.sale.state().kind}`)
  })
  const { dispatch } = undisturbed

  return {
    'snapshot.get': () => ok(snapshot.present()),
    ...saleHandlers({ ...context, dispatch }),
    ...billHandlers({ ...context, ...undisturbed }),
    ...tabHandlers({ ...context, dispatch }),
    ...giftCardHandlers({ ...context, dispatch }),
    ...customerHandlers(context),
    ...drawerHandlers(context),
    ...printerHandlers({ ...context, checkPort }),
    ...peripheralHandlers(context, checkPort),
    ...salesHandlers(context),
    ...reportHandlers(context),
    ...parkedHandlers(context),
    ...linkHandlers(context),
    ...counterTerminalHandlers(context),
    'terminal.show_virtual': async () =>
      (await context.showVirtualTerminal())
        ? ok(null)
        : refuse('not_available', 'there is no virtual terminal here'),
    ...settingsHandlers(context),
    ...backupHandlers(context.backup),
    'app.close': ({ close }) => {
      if (close) context.quit()
      else snapshot.update({ close_asked: false })
      return ok(null)
    },
    'app.reload': async () =>
      (await context.reload()) ? ok(null) : refuse('failed', 'the files of the page cannot be read'),
    ...staffHandlers({
      staff: context.staff,
      audit: context.audit,
      settings: () => settings.present(),
      saveFile: context.saveFile,
    }),
    ...auditHandlers(context.auditArea),
    ...sellingHandlers(context.selling, context.saveFile),
    ...managerHandlers(context.areas, context.chooseFile),
    ...installerHandlers(context.areas, context.tools, checkPort, context.log),
    ...serviceHandlers(context.service),
    ...toolHandlers(context.tools),
  }
}
