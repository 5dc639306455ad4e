import type { LinkSocket } from '../../../../src-service/terminals/link/socket.ts'
import { cardBindingOf } from '../../../../src-shared/terminal/card-binding.ts'
import { type CardData, encryptCard } from '../../../../src-shared/terminal/card-encryption.ts'
import { helloProof, linkProtocol } from '../../../../src-shared/terminal/handshake.ts'
import type {
  ChipData,
  CommandFailure,
  TerminalCommand,
  TerminalCommandName,
  ToTerminal,
} from '../../../../src-shared/terminal/messages.ts'
import { randomHex } from '../../../../src-shared/terminal/proofs.ts'
import type { ServiceKey } from '../../../../src-shared/terminal/service-key.ts'
import { fullCapabilities } from '../../../../src-terminal/device/capabilities.ts'
import { encodeSignature } from '../../../../src-terminal/prompts/signature/encode.ts'
import { plausibleSignature } from '../../../../src-terminal/prompts/signature/plausible.ts'
import { type Counter, hsn, joinCounter, until } from './terminals-harness.ts'

type Command<Name extends TerminalCommandName> = Extract<TerminalCommand, { name: Name }>
type Answer = { readonly data: object } | { readonly failure: CommandFailure }

/**
 * A terminal controlled by a test: it keeps every command exactly as sent, and gives the answers that the test sets.
 */
export interface WiredTerminal {
  readonly commands: readonly TerminalCommand[]
  /** Returns the newest command of that name. @throws when there was none */
  sent<Name extends TerminalCommandName>(name: Name): Command<Name>
  /** Sets the answer to commands of that name; by default the terminal answers as a working one does. */
  answer(name: TerminalCommandName, data: object): void
  fail(name: TerminalCommandName, failure: CommandFailure): void
  /** Answers every command as a working terminal again. */
  mend(): void
  /** Sets the card that read_card and read_manual answer from now on. */
  present(card: Partial<Presented>): void
  disconnect(): void
}

export interface Presented {
  readonly card: CardData
  readonly entryMode: string
  readonly chip: ChipData | null
  readonly name: string | null
}

export const visa: CardData = { number: '4111111111111111', exp_month: '12', exp_year: '2034' }

export const chipOf = (changes: Partial<ChipData> = {}): ChipData => ({
  aid: 'A0000000031010',
  application_label: 'VISA CREDIT',
  application_preferred_name: 'Visa Credit',
  tvr: '0000008000',
  tsi: 'E800',
  iad: '06011203A00000',
  arc: '',
  cryptogram: '1122334455667788',
  verification: 'signature',
  ...changes,
})

export const picture = await encodeSignature(plausibleSignature(1), {
  width: 480,
  height: 160,
  format: 'bmp',
  image_type: 'binary',
  gzip: true,
})

export async function wireTerminal(counter: Counter, capabilities = {}): Promise<WiredTerminal> {
  const { activation_code } = (await counter.must('terminals.activation_code', { hsn })) as {
    activation_code: string
  }
  const { linkKey } = await joinCounter(counter, activation_code)

  const commands: TerminalCommand[] = []
  const answers = new Map<TerminalCommandName, Answer>()
  let presented: Presented = {
    card: { ...visa, name: 'Ana Torres' },
    entryMode: 'EMVContact',
    chip: chipOf(),
    name: 'Ana Torres',
  }
  let key: ServiceKey | null = null
  let reply = (_: unknown) => {}
  let hangUp = () => {}

  const cardReply = async (id: string, command: Command<'read_card'> | Command<'read_manual'>) => {
    if (key === null) throw new Error('not welcomed')
    const { name } = command
    const card = await encryptCard(presented.card, key, cardBindingOf(id, hsn, command))
    if (name === 'read_manual') return { entry_mode: 'keyed', card }
    const { entryMode: entry_mode, chip, name: cardholder_name } = presented
    return { entry_mode, card, chip, cardholder_name }
  }
  const goodAnswer = async (id: string, command: TerminalCommand): Promise<object> => {
    switch (command.name) {
      case 'version':
        return { version: 'Wired 2.1' }
      case 'set_clock':
        return { offset_ms: 0 }
      case 'read_confirmation':
        return { confirmed: true }
      case 'read_input':
        return { input: '5550142368' }
      case 'tip':
        return { tip: 0 }
      case 'read_card':
      case 'read_manual':
        return cardReply(id, command)
      case 'read_signature':
        return { signature: await encodeSignature(plausibleSignature(1), command) }
      default:
        return {}
    }
  }
  const act = async ({ id, command }: Extract<ToTerminal, { type: 'command' }>) => {
    commands.push(command)
    const answer = answers.get(command.name) ?? { data: await goodAnswer(id, command) }
    if ('failure' in answer)
      reply({ type: 'failure', id, reason: answer.failure, message: 'as the test says' })
    else reply({ type: 'result', id, ok: true, data: answer.data })
  }
  const socket: LinkSocket = {
    send(message) {
      if (message.type === 'challenge') {
        const handshake = { hsn, challenge: message.nonce, nonce: randomHex(32) }
        queueMicrotask(() =>
          reply({
            type: 'hello',
            protocol: linkProtocol,
            hsn,
            nonce: handshake.nonce,
            proof: helloProof(linkKey, handshake),
            device_type: 'Wired',
            firmware: 'Wired 2.1',
            capabilities: { ...fullCapabilities, ...capabilities },
            date_time: '2026-01-01T00:00:00Z',
          }),
        )
      }
      if (message.type === 'welcome') key = message.public_key
      if (message.type === 'ping') queueMicrotask(() => reply({ type: 'pong' }))
      if (message.type === 'command') setImmediate(() => void act(message))
    },
    onMessage(listener) {
      reply = listener
    },
    onClose(listener) {
      hangUp = listener
    },
    allow() {},
    close: () => queueMicrotask(hangUp),
  }
  counter.module.context.links.accept(socket)
  await until(() => counter.module.context.links.isLinked(hsn), 'the wired terminal is linked')

  return {
    commands,
    sent<Name extends TerminalCommandName>(name: Name) {
      const found = commands.findLast((command) => command.name === name)
      if (found === undefined) throw new Error(`the terminal was not sent ${name}`)
      return found as Command<Name>
    },
    answer: (name, data) => void answers.set(name, { data }),
    fail: (name, failure) => void answers.set(name, { failure }),
    mend: () => answers.clear(),
    present(changes) {
      presented = { ...presented, ...changes }
    },
    disconnect: () => hangUp(),
  }
}
