import { createHash } from 'node:crypto'
import type { Cents } from '../../../src-shared/money.ts'

/** What may happen to a request on its way to the harsh bank and back. */
export type Trouble =
  | { readonly kind: 'none' }
  /** The request never arrives. */
  | { readonly kind: 'request_lost' }
  /** The request is carried out, and the answer is lost. */
  | { readonly kind: 'answer_lost' }
  /** The request arrives after this time, in ms: until then it can be neither found nor stopped. */
  | { readonly kind: 'late'; readonly afterMs: number }
  /** The network sends the request twice, and the answer is lost. */
  | { readonly kind: 'duplicated' }

export type Question = 'authorize' | 'tokenize' | 'verify' | 'capture' | 'void' | 'refund' | 'inquire'

/** Chooses what happens to the nth request of this kind for an order. */
export type ChooseTrouble = (question: Question, orderId: string, nth: number) => Trouble

const none: Trouble = { kind: 'none' }
const requestLost: Trouble = { kind: 'request_lost' }
const answerLost: Trouble = { kind: 'answer_lost' }

/** Latest known answer of a gateway with its terminals, in ms. */
const latestArrivalMs = 152_000
/** Later than the wait for even the bank's own terminals, in ms. */
const afterTheWindowMs = 400_000
/** Earliest late arrival, in ms; an earlier one would have been answered in time. */
const soonestLateMs = 33_000

/** For each kind of request, the upper percentage of each outcome; the same request always has the same outcome. */
const shares: Readonly<Record<Question, readonly (readonly [number, (die: number) => Trouble])[]>> = {
  authorize: [
    [70, () => none],
    [77, () => requestLost],
    [85, () => answerLost],
    [94, (die) => ({ kind: 'late', afterMs: soonestLateMs + (die % (latestArrivalMs - soonestLateMs)) })],
    [100, () => ({ kind: 'duplicated' })],
  ],
  tokenize: [
    [80, () => none],
    [100, () => requestLost],
  ],
  verify: [
    [85, () => none],
    [95, () => requestLost],
    [100, () => answerLost],
  ],
  capture: [
    [80, () => none],
    [90, () => requestLost],
    [100, () => answerLost],
  ],
  void: [
    [75, () => none],
    [90, () => requestLost],
    [100, () => answerLost],
  ],
  refund: [
    [70, () => none],
    [80, () => requestLost],
    [92, () => answerLost],
    [100, (die) => ({ kind: 'late', afterMs: soonestLateMs + (die % (latestArrivalMs - soonestLateMs)) })],
  ],
  inquire: [
    [90, () => none],
    [100, () => answerLost],
  ],
}

/** The default: about three requests in ten fail. */
export const hashedTrouble: ChooseTrouble = (question, orderId, nth) => {
  const die = createHash('sha256').update(`${question} ${orderId} ${nth}`).digest().readUInt32BE(0)
  const percent = Math.floor(die / 7) % 100
  return shares[question].find(([below]) => percent < below)?.[1](die) ?? none
}

/** Amounts that select what happens to their authorization, for tests by hand (docs/sandbox.md). */
const chosenByAmount: Readonly<Record<Cents, Trouble>> = {
  300100: requestLost,
  300200: answerLost,
  300300: { kind: 'late', afterMs: soonestLateMs },
  300400: { kind: 'late', afterMs: latestArrivalMs },
  300500: { kind: 'duplicated' },
  300800: { kind: 'late', afterMs: afterTheWindowMs },
}
export const troubleOfAmount = (amount: Cents): Trouble | null => chosenByAmount[amount] ?? null

/** Amount that is approved for one dollar more than requested. */
export const overApproved: Cents = 300_600
/** Amount that is captured normally, and rejected when its batch is settled. */
export const rejectedBySettlement: Cents = 300_700
