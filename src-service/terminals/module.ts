import { randomUUID } from 'node:crypto'
import type { terminalOperations } from '../../src-shared/api/operations/terminals.ts'
import { type ClientAddress, clientAddressBehind } from '../http/client-address.ts'
import type { Forwarding } from '../http/forward.ts'
import type { ServiceModule, Services } from '../services.ts'
import { type ClaimCodes, createClaimLimit } from './activation/claim-codes.ts'
import { greetTerminal } from './activation/greet.ts'
import { createGuessLimit } from './activation/guess-limit.ts'
import { createLinks } from './link/links.ts'
import { closeCodes, type RealTimer, systemTimer, within } from './link/socket.ts'
import { throttleWarnings } from './link/throttled-log.ts'
import { createLinkServer } from './link/web-socket.ts'
import { forwardingOf } from './nodes/forwarding.ts'
import { createLinksOfNodes } from './nodes/links-of-nodes.ts'
import { createOperationsOfNodes } from './nodes/operations-of-nodes.ts'
import { activate, activationCode, beginActivation } from './operations/activation.ts'
import { authCard, authManual, readCard, readManual } from './operations/card-operations.ts'
import { readConfirmation, readInput, readSignature, tip } from './operations/customer-prompts.ts'
import { dateTime, display, getPanPadVersion } from './operations/device-operations.ts'
import { events } from './operations/events.ts'
import { listTerminals, terminalDetails } from './operations/list-terminals.ts'
import { release, rename, transfer } from './operations/ownership.ts'
import { printReceipt } from './operations/print-receipt.ts'
import { cancel, connect, disconnect, ping } from './operations/session-operations.ts'
import { createRunningOperations } from './running-operations.ts'
import type { TerminalContext } from './terminal-context.ts'
import { createTerminalEvents } from './terminal-events.ts'
import { type TerminalTimings, terminalTimings } from './timings.ts'

export interface TerminalOptions {
  readonly timings?: Partial<TerminalTimings>
  readonly realTimer?: RealTimer
  /** Default: the address of the socket's peer. */
  readonly addressOf?: ClientAddress
  /** Without it every claim code is wrong. */
  readonly claims?: ClaimCodes
  /** URL at which other nodes on the same database reach this one; without it they cannot. */
  readonly nodeUrl?: string | undefined
}

export interface TerminalsModule extends ServiceModule<keyof typeof terminalOperations> {
  /** For the sandbox, which connects virtual terminals without a socket. */
  readonly context: TerminalContext
  /** Forwards requests to the nodes with the terminals' links; null when there is only this node. */
  readonly forwarding: Forwarding | null
}

/** Section 4.4: terminals, their links, their sessions, and their operations. */
export function terminalsModule(services: Services, options: TerminalOptions): TerminalsModule {
  const context = createContext(services, options)
  const { addressOf = clientAddressBehind(null) } = options
  const server = createLinkServer(context.links.accept, throttleWarnings(context.log, context.realTimer), {
    addressOf,
  })
  return {
    context,
    forwarding: forwardingOf(context),
    start: context.linksOfNodes.start,
    upgrades: { '/terminals/link': server.upgrade },
    async quiesce() {
      // Operations that wait for the processor get time to end: long enough for its answer in most cases.
      await within(context.realTimer, context.timings.farewellMs, context.running.stopAll('shutdown'))
      context.links.dropAll('the service is stopping')
      server.close()
    },
    stop: context.linksOfNodes.stop,
    handlers: {
      'terminals.connect': connect(context),
      'terminals.date_time': dateTime(context),
      'terminals.activation_code': activationCode(context),
      'terminals.rename': rename(context),
      'terminals.release': release(context),
      'terminals.transfer': transfer(context),
      'terminals.list_terminals': listTerminals(context),
      'terminals.terminal_details': terminalDetails(context),
      'terminals.ping': ping(context),
      'terminals.disconnect': disconnect(context),
      'terminals.get_pan_pad_version': getPanPadVersion(context),
      'terminals.display': display(context),
      'terminals.read_confirmation': readConfirmation(context),
      'terminals.read_input': readInput(context),
      'terminals.tip': tip(context),
      'terminals.read_card': readCard(context),
      'terminals.read_manual': readManual(context),
      'terminals.auth_card': authCard(context),
      'terminals.auth_manual': authManual(context),
      'terminals.read_signature': readSignature(context),
      'terminals.print_receipt': printReceipt(context),
      'terminals.cancel': cancel(context),
      'terminals.events': events(context),
      'terminals.begin_activation': beginActivation(context),
      'terminals.activate': activate(context),
    },
  }
}

function createContext(services: Services, options: TerminalOptions): TerminalContext {
  const events = createTerminalEvents(services.log)
  const timings = { ...terminalTimings, ...options.timings }
  const realTimer = options.realTimer ?? systemTimer
  const links = createLinks({
    ...services,
    log: throttleWarnings(services.log, realTimer),
    events,
    timings,
    realTimer,
    greet: (hello, challenge) => greetTerminal(services, hello, challenge),
    onLink: (hsn, connected) => linksOfNodes.note(hsn, connected),
  })
  const nodeId = randomUUID()
  const linksOfNodes = createLinksOfNodes(services, {
    url: options.nodeUrl ?? null,
    nodeId,
    timings,
    realTimer,
    isLinked: links.isLinked,
    endLink: (hsn) =>
      links.drop(hsn, closeCodes.goingAway, 'this terminal has connected to another node since'),
  })
  const running = createRunningOperations()
  const isReachable = async (hsn: string) => links.isLinked(hsn) && (await links.ping(hsn)).ok
  const operationsOfNodes = createOperationsOfNodes(services, { timings, realTimer, isReachable }, nodeId)
  const steady = () => performance.now()
  return {
    ...services,
    events,
    timings,
    realTimer,
    links,
    running,
    guesses: createGuessLimit(steady),
    claims: options.claims ?? { isRight: () => false },
    claimLimit: createClaimLimit(steady),
    operationsOfNodes,
    linksOfNodes,
  }
}
