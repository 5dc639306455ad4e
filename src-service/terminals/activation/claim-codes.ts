import { readFileSync } from 'node:fs'
import { claimCodeOf, virtualClaimCode } from '../../../src-shared/terminal/claim-code.ts'
import { hex32Schema, sameProof } from '../../../src-shared/terminal/proofs.ts'
import { createTokenBuckets, type Taken, type TokenBuckets } from '../../http/token-buckets.ts'

/** Checks the claim codes that manufacturers print on their terminals. */
export interface ClaimCodes {
  isRight(hsn: string, code: string): boolean
}

interface MakerKey {
  /** Prefix of this manufacturer's serial numbers. */
  readonly prefix: string
  /** Hex, 32 bytes. */
  readonly key: string
}

/**
 * @param file one manufacturer per line: serial number prefix, a space, its key as 64 hexadecimal digits; null: none.
 * @param sandbox if true, virtual terminals can be claimed; their manufacturer key is public.
 * @throws on a line that is neither empty, a comment (#), nor in that form.
 */
export function openClaimCodes(file: string | null, sandbox: boolean): ClaimCodes {
  const makers = file === null ? [] : readMakers(readFileSync(file, 'utf8'))
  return {
    isRight(hsn, code) {
      const right = makers
        .filter(({ prefix }) => hsn.startsWith(prefix))
        .map(({ key }) => claimCodeOf(key, hsn))
      if (sandbox) right.push(virtualClaimCode(hsn))
      return right.some((each) => sameProof(each, code))
    },
  }
}

export function readMakers(text: string): readonly MakerKey[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line, index) => {
      const [prefix = '', key = '', ...more] = line.split(/\s+/)
      if (!hex32Schema.safeParse(key).success || more.length > 0) {
        // The line contains a key, so it is not quoted.
        throw new Error(
          `maker ${index + 1} of the claim keys must be a prefix of serial numbers, a blank and 64 hexadecimal digits`,
        )
      }
      return { prefix, key }
    })
}

/** Five wrong codes at once, then one per minute: guessing twelve digits takes about a million years. */
const tries = { capacity: 5, perSecond: 1 / 60 }

/** Rate limit of claim code attempts, by tenant and serial number. */
export interface ClaimLimit {
  take(tenantId: string, hsn: string): Taken
  giveBack(tenantId: string, hsn: string): void
}

/** @param now monotonic time, in ms. */
export function createClaimLimit(now: () => number): ClaimLimit {
  const buckets: TokenBuckets = createTokenBuckets(tries, now)
  return {
    take: (tenantId, hsn) => buckets.take(`${tenantId} ${hsn}`),
    giveBack: (tenantId, hsn) => buckets.giveBack(`${tenantId} ${hsn}`),
  }
}
