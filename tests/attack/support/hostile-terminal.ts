import { WebSocket } from 'ws'
import { cardBindingOf } from '../../../src-shared/terminal/card-binding.ts'
import { type CardData, encryptCard } from '../../../src-shared/terminal/card-encryption.ts'
import { helloProof, linkProtocol } from '../../../src-shared/terminal/handshake.ts'
import type { ToTerminal } from '../../../src-shared/terminal/messages.ts'
import { randomHex } from '../../../src-shared/terminal/proofs.ts'
import type { ServiceKey } from '../../../src-shared/terminal/service-key.ts'
import { encodeSignature } from '../../../src-terminal/prompts/signature/encode.ts'
import { plausibleSignature } from '../../../src-terminal/prompts/signature/plausible.ts'

type Command = Extract<ToTerminal, { type: 'command' }>
type Fields = Readonly<Record<string, unknown>>

/** The changes in the terminal's messages: in its hello, in the answer to a command, or instead of the answer. */
export interface Plant {
  readonly name: string
  readonly hello?: Fields
  /** Changes the chip's data, or the answer itself. */
  readonly chip?: Fields
  readonly answer?: Fields
  /** Sent unchanged before the answer. */
  readonly before?: readonly Fields[]
  /** Sent instead of the answer. */
  readonly instead?: Fields
}

/** A terminal that has been activated, and that holds a real card: it answers correctly except for its plant. */
export interface HostileTerminal {
  /** Reconnects and uses this plant from now on. Resolves when it is welcomed, or when the service closes the link. */
  plant(plant: Plant): Promise<'welcome' | 'refused'>
  stop(): void
}

export function createHostileTerminal(options: {
  readonly url: string
  readonly hsn: string
  readonly linkKey: string
  readonly card: CardData
}): HostileTerminal {
  const { url, hsn, linkKey, card } = options
  let socket: WebSocket | null = null
  return {
    plant(plant) {
      socket?.terminate()
      const mine = new WebSocket(`${url.replace(/^http/, 'ws')}/terminals/link`)
      socket = mine
      let key: ServiceKey | null = null
      const send = (message: object) => mine.send(JSON.stringify(message))
      return new Promise((resolve) => {
        mine.on('error', () => undefined)
        mine.on('close', () => resolve('refused'))
        mine.on('message', (text: Buffer) => {
          const message = JSON.parse(text.toString()) as ToTerminal
          if (message.type === 'ping') send({ type: 'pong' })
          if (message.type === 'challenge') send({ ...helloTo(message.nonce), ...plant.hello })
          if (message.type === 'welcome') {
            key = message.public_key
            resolve('welcome')
          }
          if (message.type === 'command' && key !== null) {
            void answer(message, key, plant).then((answers) => answers.forEach(send))
          }
        })
      })
    },
    stop: () => socket?.terminate(),
  }

  function helloTo(challenge: string) {
    const nonce = randomHex(32)
    return {
      type: 'hello',
      protocol: linkProtocol,
      hsn,
      nonce,
      proof: helloProof(linkKey, { hsn, challenge, nonce }),
      device_type: 'Hostile',
      firmware: 'Hostile 1.0',
      capabilities: {
        ...{
          screen_dimension_x: 480,
          screen_dimension_y: 800,
          pin_pad: true,
          msr: true,
          emv: true,
          nfc: true,
        },
        ...{ signature: true, printer: true },
      },
      date_time: '2026-01-01T00:00:00Z',
    }
  }

  async function answer({ id, command }: Command, key: ServiceKey, plant: Plant): Promise<object[]> {
    const before = (plant.before ?? []).map((message) => ({ id, ...message }))
    if (command.name === 'show_outcome' || command.name === 'clear') {
      return [{ type: 'result', id, ok: true, data: {} }]
    }
    if (plant.instead !== undefined) return [...before, { id, ...plant.instead }]
    if (command.name === 'read_signature') {
      const signature = await encodeSignature(plausibleSignature(1), command)
      return [{ type: 'result', id, ok: true, data: { signature, ...plant.answer } }]
    }
    if (command.name !== 'read_card') return [{ type: 'result', id, ok: true, data: { ...plant.answer } }]
    const encrypted = await encryptCard(card, key, cardBindingOf(id, hsn, command))
    const data = {
      entry_mode: 'EMVContact',
      card: encrypted,
      chip: { ...goodChip, ...plant.chip },
      cardholder_name: 'Ana Torres',
      ...plant.answer,
    }
    return [...before, { type: 'result', id, ok: true, data }]
  }
}

const goodChip = {
  aid: 'A0000000031010',
  application_label: 'VISA CREDIT',
  application_preferred_name: 'Visa Credit',
  tvr: '0000008000',
  tsi: 'E800',
  iad: '06011203A00000',
  arc: '',
  cryptogram: '1122334455667788',
  verification: 'signature',
}

/**
 * Plants a card in every field that a terminal may send. @param pan of 16 digits @param pin another secret of the card
 */
export function plantsOf(pan: string, pin: string): readonly Plant[] {
  const track1 = `%B${pan}^TORRES/ANA^30121010000000000?`
  const track2 = `;${pan}=30121010000000000?`
  const spaced = pan.replace(/(\d{4})(?=\d)/g, '$1 ')
  const wide = [...pan].map((digit) => String.fromCharCode(0xff10 + Number(digit))).join('')
  const asHex = Buffer.from(pan, 'latin1').toString('hex')
  const texts = { pan, spaced, wide, track1, track2 }
  const inTexts = (plant: (text: string) => Omit<Plant, 'name'>, where: string): readonly Plant[] =>
    Object.entries(texts).map(([kind, text]) => ({ name: `${where}: ${kind}`, ...plant(text) }))
  return [
    ...inTexts((text) => ({ hello: { device_type: text } }), 'device_type'),
    ...inTexts((text) => ({ hello: { firmware: text } }), 'firmware'),
    ...inTexts((text) => ({ hello: { extra: text, hsn: text } }), 'hsn'),
    { name: 'capabilities', hello: { capabilities: { screen_dimension_x: Number(pan) } } },
    {
      name: 'screen size',
      hello: {
        capabilities: {
          ...{ screen_dimension_x: Number(pan), screen_dimension_y: Number(pan), pin_pad: true, msr: true },
          ...{ emv: true, nfc: true, signature: true, printer: true },
        },
      },
    },
    { name: 'date', hello: { date_time: pan } },
    ...inTexts((text) => ({ answer: { cardholder_name: text } }), 'cardholder_name'),
    ...inTexts((text) => ({ chip: { application_label: text } }), 'application_label'),
    ...inTexts((text) => ({ chip: { application_preferred_name: text } }), 'application_preferred_name'),
    ...(['aid', 'iad', 'cryptogram', 'tvr', 'tsi', 'arc'] as const).flatMap((tag) =>
      [pan, asHex, `0${pan}F`, track2].map((text) => ({
        name: `${tag}: ${text.length}`,
        chip: { [tag]: text },
      })),
    ),
    ...inTexts((text) => ({ answer: { entry_mode: text } }), 'entry_mode'),
    ...inTexts(
      (text) => ({ answer: { extra: text, pin, chip: { ...goodChip, extra: text } } }),
      'extra fields',
    ),
    ...inTexts((text) => ({ before: [{ type: 'progress', step: text }] }), 'progress'),
    ...inTexts((text) => ({ instead: { type: 'failure', reason: text, message: text } }), 'failure reason'),
    ...inTexts(
      (text) => ({ instead: { type: 'failure', reason: 'invalid', message: `${text} ${pin}` } }),
      'failure',
    ),
    ...inTexts((text) => ({ instead: { type: text, text } }), 'type'),
    ...inTexts((text) => ({ answer: { card: { key_id: text, ciphertext: text } } }), 'the encrypted card'),
  ]
}
