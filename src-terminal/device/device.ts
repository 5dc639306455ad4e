import type { Language } from '../../src-shared/language.ts'
import { assertNever } from '../../src-shared/result.ts'
import { type Handshake, linkProtocol } from '../../src-shared/terminal/handshake.ts'
import { linkCloseCodes, type TerminalCommand, type ToTerminal } from '../../src-shared/terminal/messages.ts'
import { randomHex } from '../../src-shared/terminal/proofs.ts'
import { lastFour } from '../cards/test-cards.ts'
import { isGenuine, proofOfHello } from '../link/credential.ts'
import { faultyLink } from '../link/faulty-link.ts'
import { normalClosure, type TerminalLink } from '../link/link.ts'
import { createPrompter } from '../prompts/prompter.ts'
import type { Action } from './actions.ts'
import { createCardSlot } from './card-slot.ts'
import { createCurrentCommand } from './current-command.ts'
import { systemClock } from './device-clock.ts'
import type { Device, DeviceChange, DeviceOptions } from './device-types.ts'
import { createDisplay } from './display.ts'
import { createHardware } from './hardware.ts'
import { createPrinter } from './printer.ts'
import { createReporter } from './reporter.ts'
import type { Screen } from './screen-state.ts'

export const deviceType = 'Countertop Virtual'
const firmwareVersion = 'Countertop Virtual Terminal 1.0.0'

/** At most 123 bytes, a limit of WebSocket. */
const notThisService =
  'This is not the service that the terminal was activated with. Do not use it; call support.'

type Command<Name extends TerminalCommand['name']> = Extract<TerminalCommand, { name: Name }>
type Message<Type extends ToTerminal['type']> = Extract<ToTerminal, { type: Type }>

/**
 * A terminal: speaks to the service over a link, and to whoever stands before it by its screen. Knows neither
 * node nor a page. Card numbers leave it encrypted to the service's key, and in no other way.
 */
export function createDevice(options: DeviceOptions): Device {
  const clock = options.clock ?? systemClock
  const emit = (change: DeviceChange) => options.onChange?.(change)
  let cardholder = options.cardholder
  let link: TerminalLink | null = null
  let offlineReason = 'Not connected'
  let language: Language = 'en'
  let service: Message<'welcome'> | null = null
  let handshake: Handshake | null = null
  let { credential } = options
  let outcomeMs = 0
  let lastCommandId = ''

  const hardware = createHardware({
    clock,
    options,
    hangUp: (reason) => link?.close(normalClosure, reason),
    goOffline: (reason) => goOffline(reason),
    refresh() {
      const { kind } = display.screen()
      const refilled = kind === 'paper_out' && hardware.condition().paper
      if (refilled || kind === 'starting') display.rest()
    },
  })
  const slot = createCardSlot()
  const home = (): Screen => {
    if (hardware.starting()) return { kind: 'starting' }
    if (service === null) return { kind: 'offline', reason: offlineReason }
    if (slot.mustBeTaken()) return { kind: 'remove_card' }
    return { kind: 'welcome', merchantName: service.merchant_name }
  }
  const display = createDisplay(clock, home, (screen) => {
    emit({ kind: 'screen', screen })
    cardholder.see(screen, act)
  })
  const reporter = createReporter((message) => link?.send(message), emit)
  const currentCommand = createCurrentCommand(reporter, display, slot)
  const printer = createPrinter({
    clock,
    display,
    currentCommand,
    reporter,
    paper: () => hardware.condition().paper,
    lineMs: options.pace?.printLineMs ?? 0,
    cardIn: () => slot.card() !== null,
    onPrinted: (lines) => emit({ kind: 'printed', lines }),
  })
  const prompter = createPrompter({
    hsn: options.hsn,
    clock,
    display,
    currentCommand,
    reporter,
    slot,
    readMs: options.pace?.readMs ?? 0,
    capabilities: hardware.capabilities,
    publicKey: () => service?.public_key ?? null,
  })

  const showOutcome = (id: string, command: Command<'show_outcome'>) => {
    const { approved, message, amount, currency } = command
    const cardIn = slot.card() !== null
    // Shown once more, after a signature that did not come, it makes no second sound.
    if (display.screen().kind !== 'outcome')
      emit({ kind: 'sound', sound: approved ? 'approved' : 'declined' })
    reporter.progress(id, approved ? 'approved' : 'declined')
    if (cardIn) reporter.progress(id, 'remove_card')
    outcomeMs = command.clear_after_ms
    const screen = { kind: 'outcome', approved, message, amount, currency, cardIn } as const
    if (cardIn) display.show(screen)
    else display.showFor(screen, outcomeMs)
    // Told at once: the cashier need not wait until the card is out.
    reporter.result(id, {})
  }
  const setClock = (id: string, { date_time }: Command<'set_clock'>) => {
    reporter.result(id, { offset_ms: hardware.ownClock.setTo(Date.parse(date_time)) })
  }

  const run = ({ id, command, prompt_timeout_ms, ...asked }: Message<'command'>) => {
    language = asked.language ?? language
    const busyWith = currentCommand.running()
    if (busyWith !== null && command.name !== 'clear') {
      reporter.failure(id, 'busy', `The terminal is busy with ${busyWith.name}.`)
      return
    }
    emit({ kind: 'command', id, name: command.name })
    lastCommandId = id
    switch (command.name) {
      case 'display':
        if (command.text === '') display.rest()
        else display.show({ kind: 'message', text: command.text })
        reporter.result(id, {})
        return
      case 'version':
        reporter.result(id, { version: firmwareVersion })
        return
      case 'set_clock':
        setClock(id, command)
        return
      case 'show_outcome':
        showOutcome(id, command)
        return
      case 'clear':
        currentCommand.fail('cancelled_by_service', 'The terminal was cleared.')
        display.rest()
        reporter.result(id, {})
        return
      case 'print':
        if (hardware.capabilities().printer) printer.print(id, command)
        else reporter.failure(id, 'unsupported', 'This terminal has no printer.')
        return
      default: {
        if ('beep' in command && command.beep) emit({ kind: 'sound', sound: 'beep' })
        prompter.ask(id, command, prompt_timeout_ms)
      }
    }
  }

  const greet = ({ protocol, nonce: challenge }: Message<'challenge'>) => {
    if (protocol !== linkProtocol) {
      link?.close(linkCloseCodes.protocolOutdated, `The service speaks version ${protocol} of the link`)
      return
    }
    handshake = { hsn: options.hsn, challenge, nonce: randomHex(32) }
    link?.send({
      type: 'hello',
      protocol: linkProtocol,
      hsn: options.hsn,
      nonce: handshake.nonce,
      proof: proofOfHello(credential, handshake),
      device_type: deviceType,
      firmware: firmwareVersion,
      capabilities: hardware.capabilities(),
      date_time: new Date(hardware.ownClock.now()).toISOString(),
    })
  }

  const receive = (message: ToTerminal): void => {
    switch (message.type) {
      case 'challenge':
        greet(message)
        return
      case 'welcome':
        if (handshake === null || !isGenuine(credential, handshake, message)) {
          link?.close(linkCloseCodes.serviceNotGenuine, notThisService)
          return
        }
        if (message.public_key.key_id !== credential.serviceKey.key_id) {
          credential = { ...credential, serviceKey: message.public_key }
          options.onServiceKey?.(message.public_key)
        }
        service = message
        emit({ kind: 'connected', name: message.name })
        display.rest()
        return
      case 'refused':
        link?.close(linkCloseCodes.credentialRefused, message.reason)
        return
      case 'command':
        // Whoever has not proven to be the service asks this customer for nothing.
        if (service !== null) run(message)
        return
      case 'cancel':
        if (currentCommand.running()?.id === message.id && !hardware.condition().ignoresCancel) {
          currentCommand.fail('cancelled_by_service', 'The service cancelled.')
        }
        return
      case 'ping':
        link?.send({ type: 'pong' })
        return
      case 'pong':
        return
      default:
        assertNever(message)
    }
  }

  const plug = (wire: TerminalLink) => {
    if (clock.now() < hardware.networkBackAt()) {
      // It was dialled before the network went.
      wire.close(normalClosure, 'No network')
      return
    }
    const before = link
    const next = faultyLink(wire, clock, hardware.condition)
    link = next
    handshake = null
    before?.close()
    goOffline('Connecting…')
    next.onMessage((message) => {
      if (link === next) receive(message)
    })
    next.onClose(({ code, reason }) => {
      if (link !== next) return
      link = null
      goOffline(reason === '' ? 'Not connected' : reason)
      emit({ kind: 'disconnected', code, reason })
    })
  }
  const goOffline = (reason: string) => {
    service = null
    offlineReason = reason
    currentCommand.drop()
    display.rest()
  }

  const act = (action: Action): void => {
    switch (action.kind) {
      case 'insert_card':
        // A phone has no way in.
        if (action.card.wear !== 'in a phone' && slot.insert(action.card)) prompter.feed(action)
        return
      case 'remove_card':
        removeCard()
        return
      case 'tap_card':
      case 'swipe_card':
        if (slot.card() === null) prompter.feed(action)
        return
      case 'load_paper':
      case 'lose_network':
      case 'plug_network':
      case 'reboot':
      case 'misset_clock':
      case 'set_condition':
      case 'fit_hardware':
        hardware.handle(action)
        return
      default:
        prompter.feed(action)
    }
  }
  const removeCard = () => {
    const taken = slot.take()
    if (taken === null) return
    if (taken.used) reporter.progress(currentCommand.running()?.id ?? lastCommandId, 'card_removed')
    if (prompter.cardTaken()) return
    if (currentCommand.running() !== null) {
      prompter.feed({ kind: 'remove_card' })
      return
    }
    const screen = display.screen()
    if (screen.kind === 'outcome') display.showFor({ ...screen, cardIn: false }, outcomeMs)
    else if (screen.kind === 'remove_card') display.rest()
  }

  if (options.link !== undefined) plug(options.link)
  return {
    hsn: options.hsn,
    screen: display.screen,
    language: () => language,
    printed: printer.printed,
    connected: () => service !== null,
    capabilities: hardware.capabilities,
    cardInSlot: () => {
      const card = slot.card()
      return card === null ? null : lastFour(card)
    },
    condition: hardware.condition,
    ownTime: hardware.ownClock.now,
    networkBackAt: hardware.networkBackAt,
    act,
    plug,
    unplug: () => link?.close(),
    setCardholder(next) {
      cardholder = next
      next.see(display.screen(), act)
    },
    setCapabilities: hardware.setCapabilities,
  }
}
