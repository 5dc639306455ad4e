import { ristretto255 } from '@noble/curves/ed25519.js'
import { bytesToNumberLE, concatBytes, utf8ToBytes } from '@noble/curves/utils.js'
import { sha512 } from '@noble/hashes/sha2.js'

/**
 * CPace (draft-irtf-cfrg-cpace, suite CPACE-RISTR255-SHA512, initiator and responder): two sides that know the same few
 * digits agree on a strong key. An eavesdropper learns nothing against which to test digits; an active attacker can
 * test one guess per exchange with one side.
 */

const suite = utf8ToBytes('CPaceRistretto255')
const suiteOfKey = utf8ToBytes('CPaceRistretto255_ISK')
/** Block size of SHA-512 in bytes, to which the secret is padded. */
const blockBytes = 128

/** What both sides know beforehand, besides the secret. */
export interface CpaceContext {
  /** Identifies the two parties. */
  readonly channel: Uint8Array
  /** Identifies this exchange. */
  readonly session: Uint8Array
}

/** One side's half. */
export interface CpaceShare {
  /** A number below the order of the group; never sent. */
  readonly secret: bigint
  /** 32 bytes to send to the other side. */
  readonly public: Uint8Array
}

/** The group's point that is derived from the secret. */
function generator(secret: Uint8Array, { channel, session }: CpaceContext) {
  const padding = Math.max(0, blockBytes - 1 - lengthFirst(secret).length - lengthFirst(suite).length)
  const text = join(suite, secret, new Uint8Array(padding), channel, session)
  return ristretto255.Point.hashToCurve(sha512(text))
}

/** @param random 64 random bytes: enough for a practically uniform scalar. */
export function cpaceShare(secret: Uint8Array, context: CpaceContext, random: Uint8Array): CpaceShare {
  const scalar = ristretto255.Point.Fn.create(bytesToNumberLE(random))
  return { secret: scalar, public: generator(secret, context).multiply(scalar).toBytes() }
}

/**
 * @param first share and authenticated data of the side that began; the second entry has those of the other side.
 * @returns 64 bytes, equal on both sides if their secrets are; null if the other share is not a valid point.
 */
export function cpaceKey(
  own: bigint,
  theirs: Uint8Array,
  session: Uint8Array,
  transcript: readonly [
    first: { readonly share: Uint8Array; readonly data: Uint8Array },
    second: { readonly share: Uint8Array; readonly data: Uint8Array },
  ],
): Uint8Array | null {
  try {
    const common = ristretto255.Point.fromHex(theirs).multiply(own)
    if (common.equals(ristretto255.Point.ZERO)) return null
    const messages = transcript.map(({ share, data }) => join(share, data))
    return sha512(concatBytes(join(suiteOfKey, session, common.toBytes()), ...messages))
  } catch {
    return null
  }
}

/** Prefixes the length in LEB128. */
function lengthFirst(bytes: Uint8Array): Uint8Array {
  const length: number[] = []
  let rest = bytes.length
  do {
    length.push(rest < 128 ? rest : (rest & 0x7f) | 0x80)
    rest >>>= 7
  } while (rest > 0)
  return concatBytes(Uint8Array.from(length), bytes)
}

const join = (...parts: readonly Uint8Array[]): Uint8Array => concatBytes(...parts.map(lengthFirst))
