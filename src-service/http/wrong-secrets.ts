import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import { addressGroup } from './address-group.ts'
import { createTokenBuckets } from './token-buckets.ts'

/**
 * Limit of wrong secrets from one address, which may be that of a shop or office: a burst, then one every two seconds.
 * For every page and sign-in that is opened by a secret: links of payments, of applications and of receipts, login
 * links and session cookies, each kind on its own. Right secrets always pass.
 */
const ofAddress = { capacity: 60, perSecond: 0.5 }
/** Limit of requests for one page: for several people with several tabs that poll every few seconds. */
const ofPage = { capacity: 240, perSecond: 10 }

/** Counts wrong secrets of one kind. */
export interface WrongSecrets {
  /** Counts one. @returns the refusal after too many from this address, else null */
  count(address: string): ServiceError | null
  /** For a secret that was counted before it was looked up, and is right. */
  giveBack(address: string): void
}

/** @param kind for the message, in the plural @param now monotonic time, in ms */
export function createWrongSecrets(kind: string, now: () => number): WrongSecrets {
  const guesses = createTokenBuckets(ofAddress, now)
  return {
    count: (address) => refusalFor(`invalid ${kind} were tried`, guesses.take(addressGroup(address))),
    giveBack: (address) => guesses.giveBack(addressGroup(address)),
  }
}

/** So many bytes of a body, such as an uploaded document, count as one more request of the page. */
const bytesOfRequest = 524_288

/** Limits the requests for each page. @param now monotonic time, in ms */
export function createPageLimit(now: () => number): (page: string, bytes?: number) => ServiceError | null {
  const pages = createTokenBuckets(ofPage, now)
  return (page, bytes = 0) =>
    refusalFor('requests of this page', pages.take(page, 1 + Math.floor(bytes / bytesOfRequest)))
}

const refusalFor = (what: string, { secondsToWait }: { readonly secondsToWait: number }) =>
  secondsToWait === 0
    ? null
    : serviceError('rate_limited', `Too many ${what}. Wait ${secondsToWait} s and try again.`, {
        retryAfter: secondsToWait,
      })
