import type { Language } from '../../src-shared/language.ts'
import type { TerminalCommand, ToTerminal } from '../../src-shared/terminal/messages.ts'
import { lastFour } from '../cards/test-cards.ts'
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
import { createServiceConnection, firmwareVersion } from './service-connection.ts'

type Command<Name extends TerminalCommand['name']> = Extract<TerminalCommand, { name: Name }>
type Message<Type extends ToTerminal['type']> = Extract<ToTerminal, { type: Type }>

/**
 * A terminal: communicates with the service over a link and with the cardholder by its screen. Independent of Node.js
 * and of browser pages. Card numbers leave it only encrypted to the service's key.
 */
export function createDevice(options: DeviceOptions): Device {
  const clock = options.clock ?? systemClock
  const emit = (change: DeviceChange) => options.onChange?.(change)
  let cardholder = options.cardholder
  let language: Language = 'en'
  let outcomeMs = 0
  let lastCommandId = ''

  const hardware = createHardware({
    clock,
    options,
    hangUp: (reason) => connection.close(reason),
    goOffline: (reason) => connection.drop(reason),
    refresh() {
      const { kind } = display.screen()
      const refilled = kind === 'paper_out' && hardware.condition().paper
      if (refilled || kind === 'starting') display.rest()
    },
  })
  const connection = createServiceConnection({
    options,
    clock,
    hardware,
    emit,
    onWelcome: () => display.rest(),
    onOffline() {
      currentCommand.drop()
      display.rest()
    },
    onCommand: (message) => run(message),
    onCancel(id) {
      if (currentCommand.running()?.id !== id || hardware.condition().ignoresCancel) return
      currentCommand.fail('cancelled_by_service', 'The service cancelled.')
    },
  })
  const slot = createCardSlot()
  const home = (): Screen => {
    if (hardware.starting()) return { kind: 'starting' }
    const service = connection.service()
    if (service === null) return { kind: 'offline', reason: connection.offlineReason() }
    if (slot.mustBeTaken()) return { kind: 'remove_card' }
    return { kind: 'welcome', merchantName: service.merchant_name }
  }
  /** Whoever is replaced while they think does nothing more: they would act on a prompt that another has answered. */
  const show = (screen: Screen): void => {
    const shownTo = cardholder
    shownTo.see(screen, (action) => {
      if (cardholder === shownTo) act(action)
    })
  }
  const display = createDisplay(clock, home, (screen) => {
    emit({ kind: 'screen', screen })
    show(screen)
  })
  const reporter = createReporter((message) => connection.send(message), emit)
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
    publicKey: () => connection.service()?.public_key ?? null,
  })

  const showOutcome = (id: string, command: Command<'show_outcome'>) => {
    const { approved, message, amount, currency } = command
    const cardIn = slot.card() !== null
    // The sound is not repeated when the outcome is shown again after a missing signature.
    if (display.screen().kind !== 'outcome')
      emit({ kind: 'sound', sound: approved ? 'approved' : 'declined' })
    reporter.progress(id, approved ? 'approved' : 'declined')
    if (cardIn) reporter.progress(id, 'remove_card')
    outcomeMs = command.clear_after_ms
    const screen = { kind: 'outcome', approved, message, amount, currency, cardIn } as const
    if (cardIn) display.show(screen)
    else display.showFor(screen, outcomeMs)
    // Reported at once, so that the cashier does not wait until the card is removed.
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

  const act = (action: Action): void => {
    switch (action.kind) {
      case 'insert_card':
        // A phone cannot be inserted.
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

  if (options.link !== undefined) connection.plug(options.link)
  return {
    hsn: options.hsn,
    screen: display.screen,
    language: () => language,
    printed: printer.printed,
    connected: () => connection.service() !== null,
    capabilities: hardware.capabilities,
    cardInSlot: () => {
      const card = slot.card()
      return card === null ? null : lastFour(card)
    },
    condition: hardware.condition,
    ownTime: hardware.ownClock.now,
    networkBackAt: hardware.networkBackAt,
    act,
    plug: connection.plug,
    unplug: () => connection.close(),
    setCardholder(next) {
      cardholder = next
      show(display.screen())
    },
    setCapabilities: hardware.setCapabilities,
  }
}
