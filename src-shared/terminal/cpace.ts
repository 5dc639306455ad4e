import { ristretto255 } from '@noble/curves/ed25519.js'
import { bytesToNumberLE, concatBytes, utf8ToBytes } from '@noble/curves/utils.js'
import { sha512 } from '@noble/hashes/sha2.js'

/**
 * CPace (draft-irtf-cfrg-cpace, suite CPACE-RISTR255-SHA512, initiator and responder): two sides that know the same few
 * digits get a strong key. Whoever listens, or stands between them, learns nothing to try digits against: one exchange
 * with one of the two tests one guess.
 */

const suite = utf8ToBytes('CPaceRistretto255')
const suiteOfKey = utf8ToBytes('CPaceRistretto255_ISK')
/** The block of SHA-512, to which the secret is padded. */
const blockBytes = 128

/** What both sides know before, besides the secret. */
export interface CpaceContext {
  /** Who talks to whom. */
  readonly channel: Uint8Array
  /** Of this exchange alone. */
  readonly session: Uint8Array
}

/** One side's half. */
export interface CpaceShare {
  /** A number below the order of the group, kept by its side. */
  readonly secret: bigint
  /** 32 bytes for the other side. */
  readonly public: Uint8Array
}

/** The point that the secret makes. */
function generator(secret: Uint8Array, { channel, session }: CpaceContext) {
  const padding = Math.max(0, blockBytes - 1 - lengthFirst(secret).length - lengthFirst(suite).length)
  const text = join(suite, secret, new Uint8Array(padding), channel, session)
  return ristretto255.Point.hashToCurve(sha512(text))
}

/** @param random 64 random bytes: so many that no number is likelier than another. */
export function cpaceShare(secret: Uint8Array, context: CpaceContext, random: Uint8Array): CpaceShare {
  const scalar = ristretto255.Point.Fn.create(bytesToNumberLE(random))
  return { secret: scalar, public: generator(secret, context).multiply(scalar).toBytes() }
}

/**
 * @param first the share of the side that began, with what it authenticates; then that of the other.
 * @returns 64 bytes, the same on both sides if their secrets are; null when the other's share is no point.
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

/** LEB128. */
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
