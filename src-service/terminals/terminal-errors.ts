import { type HeldBy, type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { assertNever } from '../../src-shared/result.ts'
import type { SendFailure } from './link/gateway.ts'

/** The errors of section 4.4, worded for the cashier and the developer of the POS. */

export const notOwned = (hsn: string): ServiceError =>
  serviceError(
    'hsn_not_owned',
    `No terminal with hsn ${hsn} is registered to this account. Check the serial number on the terminal, register it with activation_code, or name its account in x-account-id.`,
    { param: 'hsn' },
  )

/** For a caller who wants to register the terminal, and may have it at hand. */
export const heldByOthers = (hsn: string): ServiceError =>
  serviceError(
    'hsn_not_owned',
    `Terminal ${hsn} belongs to another account. Ask that account to release or transfer it, or send the claim code that is printed on the terminal or shown on its screen as claim_code.`,
    { param: 'hsn' },
  )

/** Registered, but its code has not been typed yet. */
export const notActivated = (hsn: string): ServiceError =>
  serviceError(
    'terminal_not_connected',
    `Terminal ${hsn} has not been activated yet. Enter its activation code on the terminal, then try again. Nothing was charged.`,
  )

export const notConnected = (hsn: string): ServiceError =>
  serviceError(
    'terminal_not_connected',
    `Terminal ${hsn} is not connected to the service. Check its power and network, then try again. Nothing was charged.`,
  )

export const sessionInvalid = (message: string): ServiceError =>
  serviceError(
    'terminal_session_invalid',
    `${message} The command did not run. Connect to the terminal again and repeat it with the new session key.`,
    { param: 'x-session-key' },
  )

/** Why the service stopped a command on a terminal. */
export type StopCause = 'pos' | 'force' | 'time' | 'shutdown' | 'lost'

/**
 * Returns the error of a command that ended without a result before any card reached the processor: nothing was
 * charged.
 * @param cause why the service stopped it; null when it did not.
 * @param by the new holder of the terminal, when it was taken over with force.
 */
export function commandFailed(
  hsn: string,
  failure: SendFailure,
  cause: StopCause | null,
  by: HeldBy | null = null,
): ServiceError {
  switch (failure) {
    case 'not_connected':
      return notConnected(hsn)
    case 'link_lost':
      return serviceError(
        'terminal_not_connected',
        `Terminal ${hsn} lost its connection during the command. No card was read and nothing was charged; try again when it is back.`,
      )
    case 'timed_out':
      return timedOut(hsn)
    case 'cancelled_at_terminal':
      return serviceError(
        'terminal_cancelled',
        `The customer cancelled at the terminal. Nothing was charged.`,
      )
    case 'cancelled_by_service':
      return stopped(hsn, cause, by)
    case 'busy':
      return serviceError(
        'terminal_in_use',
        `Terminal ${hsn} is still busy with its previous command. Wait a moment and try again. Nothing was charged.`,
      )
    case 'card_removed':
      return serviceError(
        'terminal_cancelled',
        'Cancelled at the terminal: the card was removed too early. Nothing was charged; ask for the card again.',
      )
    case 'card_unreadable':
      return serviceError(
        'terminal_cancelled',
        'Cancelled at the terminal: the card could not be read. Nothing was charged; try the card again or use another card.',
      )
    case 'pin_blocked':
      return serviceError(
        'terminal_cancelled',
        'Cancelled at the terminal: a wrong PIN was entered three times. Nothing was charged; ask for another card.',
      )
    case 'paper_out':
      return serviceError('printing_unsupported', `Terminal ${hsn} is out of paper.`)
    case 'unsupported':
      return serviceError('terminal_parameter_invalid', `Terminal ${hsn} does not support this command.`)
    case 'invalid':
      return serviceError(
        'terminal_parameter_invalid',
        `Terminal ${hsn} did not accept the command's parameters.`,
      )
    default:
      return assertNever(failure)
  }
}

const timedOut = (hsn: string): ServiceError =>
  serviceError(
    'terminal_timeout',
    `The prompt on terminal ${hsn} was not answered in time. No card was read and nothing was charged.`,
  )

function stopped(hsn: string, cause: StopCause | null, by: HeldBy | null): ServiceError {
  if (cause === 'time') return timedOut(hsn)
  if (cause === 'shutdown') {
    return serviceError(
      'terminal_cancelled',
      'Cancelled: the service is stopping. Nothing was charged; try again in a moment.',
    )
  }
  if (cause === 'lost') {
    return serviceError(
      'terminal_cancelled',
      `Cancelled: terminal ${hsn} connected to another node of the service. Nothing was charged; connect again.`,
    )
  }
  if (cause !== 'force')
    return serviceError('terminal_cancelled', 'Cancelled by the POS. Nothing was charged.')
  return serviceError(
    'terminal_cancelled',
    `Cancelled by the POS: ${by?.name ?? 'another session'} took terminal ${hsn} over with force. Nothing was charged.`,
    by === null ? {} : { heldBy: by },
  )
}

/** Adds the intent to an error, for failures after the card went to the processor. */
export const withIntent = (error: ServiceError, intent: PaymentIntent): ServiceError => ({
  ...error,
  paymentIntent: intent,
})
