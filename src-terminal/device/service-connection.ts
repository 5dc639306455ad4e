import { assertNever } from '../../src-shared/result.ts'
import { type Handshake, linkProtocol } from '../../src-shared/terminal/handshake.ts'
import { type FromTerminal, linkCloseCodes, type ToTerminal } from '../../src-shared/terminal/messages.ts'
import { randomHex } from '../../src-shared/terminal/proofs.ts'
import { isGenuine, proofOfHello } from '../link/credential.ts'
import { faultyLink } from '../link/faulty-link.ts'
import { normalClosure, type TerminalLink } from '../link/link.ts'
import type { DeviceClock } from './device-clock.ts'
import type { DeviceChange, DeviceOptions } from './device-types.ts'
import type { Hardware } from './hardware.ts'

export const deviceType = 'Countertop Virtual'
export const firmwareVersion = 'Countertop Virtual Terminal 1.0.0'

/** At most 123 bytes, a limit of WebSocket. */
const notThisService =
  'This is not the service that the terminal was activated with. Do not use it; call support.'

type Message<Type extends ToTerminal['type']> = Extract<ToTerminal, { type: Type }>

/** The link to the service. Both sides prove their identity before any other message. */
export interface ServiceConnection {
  /** The service's welcome; null before it, and while there is no link. */
  service(): Message<'welcome'> | null
  /** Why there is no connection, as text for the screen. */
  offlineReason(): string
  /** Dropped while there is no link. */
  send(message: FromTerminal): void
  /** Replaces the previous link. */
  plug(link: TerminalLink): void
  /** Without a reason it acts like unplugging. */
  close(reason?: string): void
  /** The service is gone, whatever the link still delivers. */
  drop(reason: string): void
}

export function createServiceConnection(parts: {
  readonly options: Pick<DeviceOptions, 'hsn' | 'credential' | 'onServiceKey'>
  readonly clock: DeviceClock
  readonly hardware: Pick<Hardware, 'capabilities' | 'condition' | 'networkBackAt' | 'ownClock'>
  readonly emit: (change: DeviceChange) => void
  readonly onWelcome: () => void
  readonly onOffline: () => void
  /** Called only after the service has proven its identity. */
  readonly onCommand: (message: Message<'command'>) => void
  /** @param id of the command to end */
  readonly onCancel: (id: string) => void
}): ServiceConnection {
  const { options, clock, hardware, emit } = parts
  let link: TerminalLink | null = null
  let offlineReason = 'Not connected'
  let service: Message<'welcome'> | null = null
  let handshake: Handshake | null = null
  let { credential } = options

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
        parts.onWelcome()
        return
      case 'refused':
        link?.close(linkCloseCodes.credentialRefused, message.reason)
        return
      case 'command':
        // A peer that has not proven to be the service may not prompt the customer.
        if (service !== null) parts.onCommand(message)
        return
      case 'cancel':
        parts.onCancel(message.id)
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

  const drop = (reason: string) => {
    service = null
    offlineReason = reason
    parts.onOffline()
  }

  return {
    service: () => service,
    offlineReason: () => offlineReason,
    send: (message) => link?.send(message),
    plug(dialled) {
      if (clock.now() < hardware.networkBackAt()) {
        // It was dialled before the network failed.
        dialled.close(normalClosure, 'No network')
        return
      }
      const before = link
      const next = faultyLink(dialled, clock, hardware.condition)
      link = next
      handshake = null
      before?.close()
      drop('Connecting…')
      next.onMessage((message) => {
        if (link === next) receive(message)
      })
      next.onClose(({ code, reason }) => {
        if (link !== next) return
        link = null
        drop(reason === '' ? 'Not connected' : reason)
        emit({ kind: 'disconnected', code, reason })
      })
    },
    close(reason) {
      if (reason === undefined) link?.close()
      else link?.close(normalClosure, reason)
    },
    drop,
  }
}
