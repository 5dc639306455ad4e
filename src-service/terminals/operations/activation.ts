import { type ServiceError, serviceError } from '../../../src-shared/api/errors.ts'
import { err, ok } from '../../../src-shared/result.ts'
import { linkCloseCodes } from '../../../src-shared/terminal/messages.ts'
import { isoTime } from '../../clock.ts'
import { addressGroup } from '../../http/address-group.ts'
import type { Handler } from '../../http/handler.ts'
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

/** The first half of an activation: no key, no code, and nothing that a stranger could learn. It counts as a guess. */
export const beginActivation =
  (context: TerminalContext): Handler<'terminals.begin_activation'> =>
  async ({ body: { hsn, share }, address }) => {
    const { secondsToWait } = context.guesses.take({ address: addressGroup(address), hsn })
    if (secondsToWait > 0) return err(tooManyGuesses(secondsToWait))
    const [service_share, ...further_shares] = await answerShares(context, hsn, share)
    return ok(further_shares.length === 0 ? { service_share } : { service_share, further_shares })
  }

/**
 * A terminal that is activated anew gets a new key. One of before, and its link, end when the new one is used; at once
 * where another account had the terminal.
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
      // Both requests. A repeated one can be sent by whoever recorded it, as often as it is answered.
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

/** @returns how long it is until the next multiple of `stepMs`. */
const untilNext = (stepMs: number, elapsedMs: number): number =>
  Math.ceil(elapsedMs / stepMs) * stepMs - elapsedMs

const pause = ({ realTimer }: TerminalContext, ms: number): Promise<void> =>
  new Promise((resolve) => void realTimer(ms, resolve))

const tooManyGuesses = (seconds: number): ServiceError =>
  serviceError(
    'rate_limited',
    `Too many wrong activation codes were tried from here. Wait ${seconds} s before the next.`,
    { retryAfter: seconds },
  )
