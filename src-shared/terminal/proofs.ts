import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { z } from 'zod'

/** Computations that both sides of the link share. All bytes travel as hex. */

/** A key, a nonce or a proof: 32 bytes. */
export const hex32Schema = z.string().regex(/^[0-9a-f]{64}$/)

/** The exchange's id, 16 random bytes, followed by the terminal's CPace share (activation.ts): hex. */
export const terminalSharePattern = /^[0-9a-f]{96}$/

export const randomHex = (bytes: number): string => bytesToHex(crypto.getRandomValues(new Uint8Array(bytes)))

/** HMAC-SHA-256 of a list of texts, encoded so that the boundaries between them count. @param key hex. */
export const proofOf = (key: string, facts: readonly (string | number | null)[]): string =>
  bytesToHex(hmac(sha256, hexToBytes(key), utf8ToBytes(JSON.stringify(facts))))

/** Compares in constant time. */
export function sameProof(one: string, other: string): boolean {
  if (one.length !== other.length) return false
  let difference = 0
  for (let index = 0; index < one.length; index += 1) {
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index)
  }
  return difference === 0
}
