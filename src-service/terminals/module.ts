import type { terminalOperations } from '../../src-shared/api/operations/terminals.ts'
import type { ServiceModule, Services } from '../services.ts'
import { greetTerminal } from './activation/greet.ts'
import type { TerminalCore } from './core.ts'
import { createTerminalEvents } from './events.ts'
import { createLinks } from './link/links.ts'
import { realWire, type Wire, within } from './link/socket.ts'
import { createLinkServer } from './link/web-socket.ts'
import { activate, activationCode } from './operations/activation.ts'
import { authCard } from './operations/auth-card.ts'
import { authManual } from './operations/auth-manual.ts'
import { cancel } from './operations/cancel.ts'
import { connect } from './operations/connect.ts'
import { dateTime } from './operations/date-time.ts'
import { disconnect } from './operations/disconnect.ts'
import { display } from './operations/display.ts'
import { events } from './operations/events.ts'
import { getPanPadVersion } from './operations/get-pan-pad-version.ts'
import { listTerminals, terminalDetails } from './operations/list-terminals.ts'
import { ping } from './operations/ping.ts'
import { printReceipt } from './operations/print-receipt.ts'
import { readCard } from './operations/read-card.ts'
import { readConfirmation } from './operations/read-confirmation.ts'
import { readInput } from './operations/read-input.ts'
import { readManual } from './operations/read-manual.ts'
import { readSignature } from './operations/read-signature.ts'
import { tip } from './operations/tip.ts'
import { createRunningOperations } from './running.ts'
import { type TerminalTimings, terminalTimings } from './timings.ts'

export interface TerminalOptions {
  readonly timings?: Partial<TerminalTimings>
  readonly wire?: Wire
}

export interface TerminalsModule extends ServiceModule<keyof typeof terminalOperations> {
  /** For the sandbox, which attaches virtual terminals without a socket. */
  readonly core: TerminalCore
}

/** Section 4.4: terminals, their links, their sessions, and what is run on them. */
export function terminalsModule(services: Services, options: TerminalOptions = {}): TerminalsModule {
  const core = createCore(services, options)
  const server = createLinkServer(core.links.accept, core.log)
  return {
    core,
    upgrades: { '/terminals/link': server.upgrade },
    async quiesce() {
      // What is with the processor gets a while to end: long enough for its answer in most cases.
      await within(core.wire, core.timings.farewellMs, core.running.stopAll('shutdown'))
      core.links.dropAll('the service is stopping')
      server.close()
    },
    handlers: {
      'terminals.connect': connect(core),
      'terminals.date_time': dateTime(core),
      'terminals.activation_code': activationCode(core),
      'terminals.list_terminals': listTerminals(core),
      'terminals.terminal_details': terminalDetails(core),
      'terminals.ping': ping(core),
      'terminals.disconnect': disconnect(core),
      'terminals.get_pan_pad_version': getPanPadVersion(core),
      'terminals.display': display(core),
      'terminals.read_confirmation': readConfirmation(core),
      'terminals.read_input': readInput(core),
      'terminals.tip': tip(core),
      'terminals.read_card': readCard(core),
      'terminals.read_manual': readManual(core),
      'terminals.auth_card': authCard(core),
      'terminals.auth_manual': authManual(core),
      'terminals.read_signature': readSignature(core),
      'terminals.print_receipt': printReceipt(core),
      'terminals.cancel': cancel(core),
      'terminals.events': events(core),
      'terminals.activate': activate(core),
    },
  }
}

function createCore(services: Services, options: TerminalOptions): TerminalCore {
  const events = createTerminalEvents(services.log)
  const timings = { ...terminalTimings, ...options.timings }
  const wire = options.wire ?? realWire
  const links = createLinks({
    ...services,
    events,
    timings,
    wire,
    greet: (hello) => greetTerminal(services, hello),
  })
  return { ...services, events, timings, wire, links, running: createRunningOperations() }
}
