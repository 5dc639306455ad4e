import { cardKeyOf, openCard } from '../../../src-service/vault/open-card.ts'
import { cardBindingOf } from '../../../src-shared/terminal/card-binding.ts'
import type { CardBinding } from '../../../src-shared/terminal/card-encryption.ts'
import {
  type CommandFailure,
  type CommandReply,
  commandReplySchemas,
  type FromTerminal,
  fromTerminalSchema,
  type TerminalCommand,
  toTerminalSchema,
} from '../../../src-shared/terminal/messages.ts'
import type { Action } from '../../../src-terminal/device/actions.ts'
import { personAtTheWindow } from '../../../src-terminal/device/cardholder.ts'
import { createDevice } from '../../../src-terminal/device/device.ts'
import type { DeviceChange, DeviceOptions } from '../../../src-terminal/device/device-types.ts'
import { createLinkPair, type ServiceLink } from '../../../src-terminal/link/link.ts'
import { createTestService } from '../../support/test-service-key.ts'
import { createManualClock } from './manual-clock.ts'

/** The service's end of the link, controlled by a test: every message is checked against the contract. */

export const testService = await createTestService()
export const { credential } = testService
export const cardKey = cardKeyOf(
  new Uint8Array(await crypto.subtle.exportKey('pkcs8', testService.privateKey)),
)

/** The binding for which each received card was read. */
const bindings = new Map<string, CardBinding>()
export function decrypt(card: CommandReply<'read_card'>['card']) {
  const binding = bindings.get(card.ciphertext)
  if (binding === undefined) throw new Error('this card answered no command')
  return openCard(card, cardKey, binding)
}

export interface ServiceEnd {
  readonly link: ServiceLink
  readonly received: FromTerminal[]
  welcome(): void
  /** @returns the id of the command. */
  command(command: TerminalCommand, promptTimeoutMs?: number): string
  cancel(id: string): void
  result<Name extends keyof typeof commandReplySchemas>(name: Name, id: string): CommandReply<Name>
  failure(id: string): CommandFailure | null
  steps(id?: string): string[]
}

function serviceEnd(link: ServiceLink): ServiceEnd {
  const received: FromTerminal[] = []
  const commands = new Map<string, TerminalCommand>()
  let count = 0
  let welcomed = false
  const send = (message: unknown) => link.send(toTerminalSchema.parse(message))
  const challenge = testService.challenge()
  const greet = () => {
    const hello = received.findLast((message) => message.type === 'hello')
    if (!welcomed || hello?.type !== 'hello') return
    const { hsn, nonce } = hello
    send(testService.welcome({ hsn, nonce, challenge: challenge.nonce }))
  }
  link.onMessage((given) => {
    const message = fromTerminalSchema.parse(given)
    received.push(message)
    if (message.type === 'hello') greet()
    const command = message.type === 'result' ? commands.get(message.id) : undefined
    if (message.type !== 'result' || (command?.name !== 'read_card' && command?.name !== 'read_manual'))
      return
    const { ciphertext } = message.data.card as CommandReply<'read_card'>['card']
    bindings.set(ciphertext, cardBindingOf(message.id, 'VT-0001', command))
  })
  send(challenge)
  return {
    link,
    received,
    welcome() {
      welcomed = true
      greet()
    },
    command(command, promptTimeoutMs = 120_000) {
      count += 1
      const id = `cmd_${count}`
      commands.set(id, command)
      send({ type: 'command', id, command, prompt_timeout_ms: promptTimeoutMs })
      return id
    },
    cancel: (id) => send({ type: 'cancel', id }),
    result(name, id) {
      const found = received.find((message) => message.type === 'result' && message.id === id)
      if (found?.type !== 'result') throw new Error(`no result for ${id}: ${JSON.stringify(received.at(-1))}`)
      return commandReplySchemas[name].parse(found.data) as CommandReply<typeof name>
    },
    failure(id) {
      const found = received.find((message) => message.type === 'failure' && message.id === id)
      return found?.type === 'failure' ? found.reason : null
    },
    steps: (id) =>
      received.flatMap((message) =>
        message.type === 'progress' && (id === undefined || message.id === id) ? [message.step] : [],
      ),
  }
}

/** A service that welcomes the terminal after its hello. */
export function welcomingServiceEnd(link: ServiceLink): ServiceEnd {
  const end = serviceEnd(link)
  end.welcome()
  return end
}

/** A welcomed terminal with a person in front of it, and a clock of its own. */
export async function terminalAtRest(options: Partial<DeviceOptions> = {}) {
  const clock = createManualClock()
  const links = createLinkPair()
  const service = serviceEnd(links.service)
  const changes: DeviceChange[] = []
  const device = createDevice({
    hsn: 'VT-0001',
    credential,
    cardholder: personAtTheWindow,
    clock,
    onChange: (change) => changes.push(change),
    link: links.terminal,
    ...options,
  })
  service.welcome()
  for (let turn = 0; turn < 20 && !device.connected(); turn += 1) await clock.pass(0)
  /** Performs the actions, and waits until their immediate effects have happened (encryption takes real time). */
  const act = async (...actions: readonly Action[]) => {
    for (const action of actions) {
      device.act(action)
      await clock.pass(0)
    }
    await eventually(clock)
  }
  /** Sends a command and waits until the terminal has received it. */
  const ask = async (command: TerminalCommand, promptTimeoutMs?: number) => {
    const id = service.command(command, promptTimeoutMs)
    await clock.pass(0)
    return id
  }
  return { clock, device, service, changes, act, ask }
}

/** Calls of the platform's cryptography that are under way: they run on threads, and take longer on a busy computer. */
let cryptographyCalls = 0
for (const name of ['generateKey', 'importKey', 'exportKey', 'deriveBits', 'deriveKey', 'encrypt'] as const) {
  const call = crypto.subtle[name].bind(crypto.subtle) as (...args: readonly unknown[]) => Promise<unknown>
  const counted = async (...args: readonly unknown[]) => {
    cryptographyCalls += 1
    try {
      return await call(...args)
    } finally {
      cryptographyCalls -= 1
    }
  }
  // Modules can load anew in the same worker (vi.resetModules), and count beside the first.
  Object.defineProperty(crypto.subtle, name, { value: counted, configurable: true })
}

export async function cryptographyDone(): Promise<void> {
  while (cryptographyCalls > 0) await new Promise((resolve) => setTimeout(resolve, 1))
}

/** Waits until all cryptography is done; a few more turns are enough for every other answer of a test. */
async function eventually(clock: ReturnType<typeof createManualClock>): Promise<void> {
  for (let turn = 0; turn < 25 || cryptographyCalls > 0; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1))
    await clock.pass(0)
  }
}
