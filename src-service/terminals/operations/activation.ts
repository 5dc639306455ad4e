import { type ServiceError, serviceError } from '../../../src-shared/api/errors.ts'
import { err, ok } from '../../../src-shared/result.ts'
import { linkCloseCodes } from '../../../src-shared/terminal/messages.ts'
import { addressGroup } from '../../http/address-group.ts'
import type { Handler } from '../../http/handler.ts'
import { isoTime } from '../../time/clock.ts'
import { issueActivationCode } from '../activation/issue.ts'
import { answerShares, redeemActivationCode } from '../activation/redeem.ts'
import { endSessionOf } from '../session/sessions.ts'
import type { TerminalContext } from '../terminal-context.ts'

export const activationCode =
  (context: TerminalContext): Handler<'terminals.activation_code'> =>
  async ({ caller, body: { hsn, claim_code: claimCode = null } }) => {
    const issued = await issueActivationCode(context, caller, { hsn, claimCode })
    if (!issued.ok) return issued
    const { code, expiresAt } = issued.value
    return ok({ activation_code: code, expires_at: isoTime(expiresAt) })
  }

/** First half of an activation: needs no API key and no code, and reveals nothing to a stranger. Counts as a guess. */
export const beginActivation =
  (context: TerminalContext): Handler<'terminals.begin_activation'> =>
  async ({ body: { hsn, share }, address }) => {
    const { secondsToWait } = context.guesses.take({ address: addressGroup(address), hsn })
    if (secondsToWait > 0) return err(tooManyGuesses(secondsToWait))
    const [service_share, ...further_shares] = await answerShares(context, hsn, share)
    return ok(further_shares.length === 0 ? { service_share } : { service_share, further_shares })
  }

/**
 * Second half of an activation. A terminal that is activated again gets a new key. The previous key and its link become
 * invalid when the new key is used, or at once if another account had the terminal.
 */
export const activate =
  (context: TerminalContext): Handler<'terminals.activate'> =>
  async ({ body: { hsn, share, proof, further_proofs = [], device_type: deviceType }, address }) => {
    const started = performance.now()
    const guess = { address: addressGroup(address), hsn }
    const { secondsToWait } = context.guesses.take(guess)
    if (secondsToWait > 0) return err(tooManyGuesses(secondsToWait))
    const proofs = [proof, ...further_proofs]
    const redeemed = await redeemActivationCode(context, { hsn, share, proofs, deviceType })
    if (!redeemed.ok) {
      await pause(context, untilNext(context.timings.refusalMs, performance.now() - started))
      return redeemed
    }
    const { activated, takenFrom, repeated } = redeemed.value
    if (!repeated) {
      // Gives both requests back. Not for a repeated one: anyone who recorded it could send it again and again.
      context.guesses.giveBack(guess)
      context.guesses.giveBack(guess)
    }
    if (takenFrom !== null) {
      context.links.drop(
        hsn,
        linkCloseCodes.credentialRefused,
        'this terminal was activated for another account',
      )
      await endSessionOf(context, takenFrom)
    }
    return ok(activated)
  }

/** @returns the time until the next multiple of `stepMs`, in ms. */
const untilNext = (stepMs: number, elapsedMs: number): number =>
  Math.ceil(elapsedMs / stepMs) * stepMs - elapsedMs

const pause = ({ realTimer }: TerminalContext, ms: number): Promise<void> =>
  new Promise((resolve) => void realTimer(ms, resolve))

const tooManyGuesses = (seconds: number): ServiceError =>
  serviceError(
    'rate_limited',
    `Too many wrong activation codes were tried from this address. Wait ${seconds} s before the next try.`,
    { retryAfter: seconds },
  )
