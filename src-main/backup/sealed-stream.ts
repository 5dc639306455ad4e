import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'

// The format: a file of pieces, each sealed by itself (AES-256-GCM). Pieces are verified one by one, and the last one
// is marked as the last. So the data need not fit into memory, and any changed, moved or missing byte is detected.
//
// CTBK 1 | log2 N, r, p | salt 16 | nonce 7 | check 16 | piece | piece | …      a piece: up to 64 KiB, then its tag 16

const magic = Buffer.from('CTBK')
const version = 1
const cost = { logN: 17, r: 8, p: 1 } as const
const pieceBytes = 65_536
const tagBytes = 16
const saltBytes = 16
const nonceBytes = 7
const fixedBytes = magic.length + 4 + saltBytes + nonceBytes
const headerBytes = fixedBytes + tagBytes

export type SealedProblem = 'not_backup' | 'newer' | 'passphrase' | 'damaged'

export class SealedError extends Error {
  readonly problem: SealedProblem
  constructor(problem: SealedProblem) {
    super(`the backup cannot be read: ${problem}`)
    this.problem = problem
  }
}

/** @param logN scrypt cost (log2); tests use less */
export async function* sealStream(
  plain: AsyncIterable<Uint8Array>,
  passphrase: string,
  logN: number = cost.logN,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes)
  const prefix = randomBytes(nonceBytes)
  const fixed = Buffer.concat([magic, Buffer.from([version, logN, cost.r, cost.p]), salt, prefix])
  const key = await keyOf(passphrase, salt, logN, cost.r, cost.p)
  yield Buffer.concat([fixed, sealPiece(key, prefix, 0, 'check', fixed, Buffer.alloc(0))])
  let number = 0
  let rest: Buffer = Buffer.alloc(0)
  for await (const bytes of plain) {
    rest = Buffer.concat([rest, bytes])
    // One piece is kept back, since the last must be marked as such.
    while (rest.length > pieceBytes) {
      yield sealPiece(key, prefix, number++, 'more', fixed, rest.subarray(0, pieceBytes))
      rest = rest.subarray(pieceBytes)
    }
  }
  yield sealPiece(key, prefix, number, 'last', fixed, rest)
}

/** @throws SealedError; the bytes before it are verified */
export async function* openStream(
  sealed: AsyncIterable<Uint8Array>,
  passphrase: string,
): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  let opener: ((piece: Buffer, kind: 'more' | 'last') => Buffer) | null = null
  const sealedBytes = pieceBytes + tagBytes
  for await (const bytes of sealed) {
    rest = Buffer.concat([rest, bytes])
    if (opener === null) {
      if (rest.length < headerBytes) continue
      opener = await openHeader(rest.subarray(0, headerBytes), passphrase)
      rest = rest.subarray(headerBytes)
    }
    while (rest.length > sealedBytes) {
      yield opener(rest.subarray(0, sealedBytes), 'more')
      rest = rest.subarray(sealedBytes)
    }
  }
  if (opener === null)
    throw new SealedError(rest.subarray(0, magic.length).equals(magic) ? 'damaged' : 'not_backup')
  yield opener(rest, 'last')
}

async function openHeader(header: Buffer, passphrase: string) {
  const fixed = header.subarray(0, fixedBytes)
  if (!fixed.subarray(0, magic.length).equals(magic)) throw new SealedError('not_backup')
  const [found = 0, logN = 0, r = 0, p = 0] = fixed.subarray(magic.length, magic.length + 4)
  if (found !== version) throw new SealedError('newer')
  // Limits the cost that a file can demand from this computer to our own.
  if (logN < 10 || logN > cost.logN || r !== cost.r || p !== cost.p) throw new SealedError('damaged')
  const salt = fixed.subarray(magic.length + 4, magic.length + 4 + saltBytes)
  const prefix = fixed.subarray(magic.length + 4 + saltBytes)
  const key = await keyOf(passphrase, salt, logN, r, p)
  openPiece(key, prefix, 0, 'check', fixed, header.subarray(fixedBytes), 'passphrase')
  let number = 0
  return (piece: Buffer, kind: 'more' | 'last') =>
    openPiece(key, prefix, number++, kind, fixed, piece, 'damaged')
}

type PieceKind = 'more' | 'last' | 'check'
const kinds: Readonly<Record<PieceKind, number>> = { more: 0, last: 1, check: 2 }

function nonceOf(prefix: Buffer, number: number, kind: PieceKind): Buffer {
  const nonce = Buffer.alloc(12)
  prefix.copy(nonce)
  nonce.writeUInt32BE(number, nonceBytes)
  nonce.writeUInt8(kinds[kind], nonceBytes + 4)
  return nonce
}

function sealPiece(
  key: Buffer,
  prefix: Buffer,
  number: number,
  kind: PieceKind,
  fixed: Buffer,
  plain: Buffer,
) {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(prefix, number, kind)).setAAD(fixed)
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function openPiece(
  key: Buffer,
  prefix: Buffer,
  number: number,
  kind: PieceKind,
  fixed: Buffer,
  piece: Buffer,
  otherwise: SealedProblem,
): Buffer {
  if (piece.length < tagBytes) throw new SealedError(otherwise)
  const end = piece.length - tagBytes
  const cipher = createDecipheriv('aes-256-gcm', key, nonceOf(prefix, number, kind)).setAAD(fixed)
  cipher.setAuthTag(piece.subarray(end))
  try {
    return Buffer.concat([cipher.update(piece.subarray(0, end)), cipher.final()])
  } catch {
    throw new SealedError(otherwise)
  }
}

/** Normalised, so that the same passphrase typed differently gives the same key. */
const keyOf = (passphrase: string, salt: Buffer, logN: number, r: number, p: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const N = 2 ** logN
    scrypt(passphrase.normalize('NFKC'), salt, 32, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    )
  })
