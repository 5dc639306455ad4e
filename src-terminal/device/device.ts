import type { Language } from '../../src-shared/language.ts'
import { lastFour } from '../cards/test-cards.ts'
import { createPrompter } from '../prompts/prompter.ts'
import { type CardSlot, createCardSlot } from './card-slot.ts'
import { createCommandExecutor } from './command-executor.ts'
import { createCurrentCommand } from './current-command.ts'
import { systemClock } from './device-clock.ts'
import type { Device, DeviceChange, DeviceOptions } from './device-types.ts'
import { createDisplay } from './display.ts'
import { createHardware, type Hardware } from './hardware.ts'
import { createPerformAction } from './perform-action.ts'
import { createPrinter } from './printer.ts'
import { createReporter } from './reporter.ts'
import type { Screen } from './screen-state.ts'
import { createServiceConnection, type ServiceConnection } from './service-connection.ts'

/**
 * A terminal: communicates with the service over a link and with the cardholder by its screen. Independent of Node.js
 * and of browser pages. Card numbers leave it only encrypted to the service's key.
 */
export function createDevice(options: DeviceOptions): Device {
  const clock = options.clock ?? systemClock
  const emit = (change: DeviceChange) => options.onChange?.(change)
  let cardholder = options.cardholder
  let language: Language = 'en'

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
    onCommand(message) {
      language = message.language ?? language
      commands.execute(message)
    },
    onCancel(id) {
      if (currentCommand.running()?.id !== id || hardware.condition().ignoresCancel) return
      currentCommand.fail('cancelled_by_service', 'The service cancelled.')
    },
  })
  const slot = createCardSlot()
  /** Whoever is replaced while they think does nothing more: they would act on a prompt that another has answered. */
  const show = (screen: Screen): void => {
    const shownTo = cardholder
    shownTo.see(screen, (action) => {
      if (cardholder === shownTo) act(action)
    })
  }
  const display = createDisplay(
    clock,
    () => idleScreen(hardware, connection, slot),
    (screen) => {
      emit({ kind: 'screen', screen })
      show(screen)
    },
  )
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

  const commands = createCommandExecutor({
    emit,
    hardware,
    slot,
    display,
    reporter,
    currentCommand,
    printer,
    prompter,
  })

  const act = createPerformAction({ hardware, slot, display, reporter, currentCommand, prompter, commands })

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

function idleScreen(hardware: Hardware, connection: ServiceConnection, slot: CardSlot): Screen {
  if (hardware.starting()) return { kind: 'starting' }
  const service = connection.service()
  if (service === null) return { kind: 'offline', reason: connection.offlineReason() }
  if (slot.mustBeTaken()) return { kind: 'remove_card' }
  return { kind: 'welcome', merchantName: service.merchant_name }
}
