import type { Taken } from '../../http/token-buckets.ts'
import { createTokenBuckets } from '../../http/token-buckets.ts'

/**
 * Rate limit of activation code guesses. A guess is counted before any other work, whether or not the serial number
 * exists, and given back if the code is right. Limits are per address, so an attacker uses up only its own guesses, and
 * the real terminal at another address can still join (docs/decisions/0032).
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

/**
 * A guess is two requests. Five guesses at once, for typing errors, then one per minute: twenty while a code is valid.
 */
const perTerminal = { capacity: 10, perSecond: 2 / 60 }
/**
 * For all terminals behind one address, such as a shop's router: a burst of thirty guesses, then one every two seconds.
 */
const perAddress = { capacity: 60, perSecond: 1 }

/** @param now monotonic time, in ms. */
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
