import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { z } from 'zod'

/** What both sides of the link compute alike. All bytes travel as hex. */

/** A key, a nonce or a proof: 32 bytes. */
export const hex32Schema = z.string().regex(/^[0-9a-f]{64}$/)

/** The name of an exchange, 16 random bytes, and the terminal's CPace share (activation.ts): hex. */
export const terminalSharePattern = /^[0-9a-f]{96}$/

export const randomHex = (bytes: number): string => bytesToHex(crypto.getRandomValues(new Uint8Array(bytes)))

/** HMAC-SHA-256 of a list of texts, each of which keeps its borders. @param key hex. */
export const proofOf = (key: string, facts: readonly (string | number | null)[]): string =>
  bytesToHex(hmac(sha256, hexToBytes(key), utf8ToBytes(JSON.stringify(facts))))

/** In a time that does not depend on where they differ. */
export function sameProof(one: string, other: string): boolean {
  if (one.length !== other.length) return false
  let difference = 0
  for (let index = 0; index < one.length; index += 1) {
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index)
  }
  return difference === 0
}
