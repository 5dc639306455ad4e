import { z } from 'zod'
import { followsFrom } from '../../src-shared/terminal/follows-service-key.ts'
import { type Handshake, helloProof, welcomeProof } from '../../src-shared/terminal/handshake.ts'
import type { ToTerminal } from '../../src-shared/terminal/messages.ts'
import { hex32Schema, sameProof } from '../../src-shared/terminal/proofs.ts'
import { type ServiceKey, serviceKeySchema } from '../../src-shared/terminal/service-key.ts'

/** What a terminal stores after its activation. */
export interface TerminalCredential {
  /** Never sent: both sides prove to each other that they hold it. */
  readonly linkKey: string
  /** The service that this terminal belongs to, with its last known key. */
  readonly serviceKey: ServiceKey
}

const storedSchema = z.object({ version: z.literal(2), linkKey: hex32Schema, serviceKey: serviceKeySchema })

export const credentialText = (credential: TerminalCredential): string =>
  JSON.stringify({ version: 2, ...credential })

/** @returns null for anything else, including version 1: the terminal has to be activated again. */
export function readCredential(text: string): TerminalCredential | null {
  try {
    const { linkKey, serviceKey } = storedSchema.parse(JSON.parse(text))
    return { linkKey, serviceKey }
  } catch {
    return null
  }
}

type Welcome = Extract<ToTerminal, { type: 'welcome' }>

/**
 * Whether the welcome is from the activation's service, answers this hello, and has a key that succeeds the known one.
 */
export const isGenuine = (
  { linkKey, serviceKey }: TerminalCredential,
  handshake: Handshake,
  welcome: Welcome,
): boolean =>
  sameProof(welcomeProof(linkKey, handshake, welcome), welcome.proof) &&
  followsFrom(serviceKey, welcome.public_key, welcome.succession)

export const proofOfHello = ({ linkKey }: TerminalCredential, handshake: Handshake): string =>
  helloProof(linkKey, handshake)
