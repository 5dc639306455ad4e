import type { Taken } from '../../http/token-buckets.ts'
import { createTokenBuckets } from '../../http/token-buckets.ts'

/**
 * How fast codes may be guessed, by whom. A guess is taken before anything else is done for it, whether the serial
 * number exists or not, and given back when the code was right. A stranger runs out of guesses of its own; the terminal
 * that stands at another address can still join (docs/decisions).
 */
export interface GuessLimit {
  take(guess: Guess): Taken
  giveBack(guess: Guess): void
}

export interface Guess {
  /** See `addressGroup`. */
  readonly address: string
  readonly hsn: string
}

/** A guess is two requests. Five at once, for a person who mistypes; then one a minute. Twenty while a code is good. */
const perTerminal = { capacity: 10, perSecond: 2 / 60 }
/** Of all terminals behind one address, such as that of a shop's router: a round of them, then one in two seconds. */
const perAddress = { capacity: 60, perSecond: 1 }

/** @param now milliseconds of a steady clock. */
export function createGuessLimit(now: () => number): GuessLimit {
  const terminals = createTokenBuckets(perTerminal, now)
  const addresses = createTokenBuckets(perAddress, now)
  const terminalOf = ({ address, hsn }: Guess) => `${address} ${hsn}`
  return {
    take(guess) {
      const ofAddress = addresses.take(guess.address)
      return ofAddress.secondsToWait > 0 ? ofAddress : terminals.take(terminalOf(guess))
    },
    giveBack(guess) {
      addresses.giveBack(guess.address)
      terminals.giveBack(terminalOf(guess))
    },
  }
}
