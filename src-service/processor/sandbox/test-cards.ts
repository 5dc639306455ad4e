import type { Cents } from '../../../src-shared/money.ts'

/** How long a temporarily unknown outcome stays unknown, in ms. */
export const unknownForMs = 30_000
/** Longer than any payment exists. An integer, so that it can be stored as JSON. */
export const unknownForEver = Number.MAX_SAFE_INTEGER

/** The behaviour of a test card that differs from approval. */
export interface TestCard {
  /** Declines with this response code. */
  readonly code?: string
  /** How long there is no answer, in ms; `unknownForEver` if none ever comes. */
  readonly unknownForMs?: number
  /** The issuer was not reached: the terminal or the network decided. */
  readonly offline?: true
  /** Balance of a gift card in cents, the same for each payment. */
  readonly balance?: Cents
  /** Declines unless its chip was read, or its PIN entered (a soft decline). */
  readonly wants?: 'chip' | 'pin'
  /** Approves large whole amounts in part only (outcome.ts). */
  readonly partial?: true
}

/**
 * The numbers of docs/sandbox.md. Those up to 6975 are Stripe's, with Stripe's outcomes; 4000 0000 0005 00xx are this
 * project's; Interac's is Stripe's; the gift card is in a range of SVS.
 */
export const testCards: Readonly<Record<string, TestCard>> = {
  '4111111111111111': { partial: true },
  '4000000000000002': { code: '100' },
  '4000000000009995': { code: '116' },
  '4000000000009987': { code: '208' },
  '4000000000009979': { code: '209' },
  '4000000000000069': { code: '101' },
  '4000000000000127': { code: '122' },
  '4000000000000119': { code: '909' },
  '4000000000006975': { code: '123' },
  '4000000000050015': { unknownForMs },
  '4000000000050023': { unknownForMs, code: '100' },
  '4000000000050031': { unknownForMs: unknownForEver },
  '4000000000050049': { wants: 'chip' },
  '4000000000050056': { wants: 'pin' },
  '4000000000050064': { offline: true },
  '4000000000050072': { offline: true, code: '990' },
  '6006490000000053': { balance: 5000 },
}
