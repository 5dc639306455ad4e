import { err } from '../result.ts'

/** Why main refused a window's command. `code` selects the text; `message` is for the log. */
export interface CommandRefusal {
  readonly code: RefusalCode
  readonly message: string
  /** For a wrong PIN: tries left before PINs are locked for a while. */
  readonly tries_left?: number
}

/** The failed result of a command. */
export const refuse = (code: RefusalCode, message: string) => err<CommandRefusal>({ code, message })

export const serviceNotUp: CommandRefusal = { code: 'service_away', message: 'the service is not up yet' }

/** Replaces the service's message on a refused refund: the window has its own text. */
export const partGivenBack = 'part_given_back' satisfies RefusalCode
/** The same if the service could not be asked for the current state, so that nothing was sent. */
export const notAsked = 'service_away' satisfies RefusalCode

export type RefusalCode =
  | 'payload_invalid'
  /** A typed text contains a card number, which must not be stored in clear text. */
  | 'card_data'
  | 'not_now'
  /** This counter's setup does not have it. */
  | 'not_available'
  /** The payment service is not up, or does not answer. */
  | 'service_away'
  /** The payment service refused it. */
  | 'service_refused'
  /** The terminal is not connected to the payment service, or belongs to another business. */
  | 'terminal_away'
  /** Another counter has the terminal. */
  | 'terminal_in_use'
  /** The operation on the terminal ended without an answer: cancelled or timed out. */
  | 'terminal_no_answer'
  | 'not_found'
  /** This payment service does not have the operation. */
  | 'not_offered'
  | 'failed'
  /** Records of earlier refunds cannot be read, until a person acknowledges that. */
  | 'records_unreadable'
  /** Part of what is to go back was already refunded to the card. */
  | 'given_back_elsewhere'
  /** More was refunded to the card than this counter knows of, perhaps for the same goods. */
  | 'part_given_back'
  /** The customer already got part of the card's amount in cash or as store credit. */
  | 'given_back_otherwise'
  /** The organisation has fixed it, by the profile on this computer. */
  | 'set_by_organisation'
  /** The folder's path names another computer, and Windows would sign in there; a drive with a letter would do. */
  | 'folder_on_network'
  /** Another business holds this terminal; its claim code would take it over. */
  | 'terminal_held'
  | 'claim_code_wrong'
  /** Another device of this counter uses this serial port. */
  | 'port_taken'
  /** The required role is not open, or has closed since. */
  | 'role_needed'
  | 'pin_wrong'
  /** Nobody is signed in at a counter that requires it. */
  | 'sign_in_needed'
  /** It is too easy to guess: repeated digits, a sequence, or a common choice. */
  | 'pin_weak'
  /** The shop would have no owner left. */
  | 'owner_needed'
  /** PINs and codes cannot be checked: the keychain does not return the secret that they were hashed with. */
  | 'keychain_closed'
  /** Too many wrong PINs; the snapshot has the end of the lock. */
  | 'pin_locked'
  | 'pin_not_chosen'
  /** An amount this large goes back only with a PIN typed for it. */
  | 'pin_needed'
  /** The PIN is correct, but too short by now: choose a new one first. */
  | 'pin_too_short'
