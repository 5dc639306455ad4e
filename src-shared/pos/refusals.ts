/** Why main did not do what a window asked. `code` picks the words; `message` is for the log. */
export interface CommandRefusal {
  readonly code: RefusalCode
  readonly message: string
  /** Of a wrong PIN: how many more may be tried before no PIN is taken for a while. */
  readonly tries_left?: number
}

export const serviceNotUp: CommandRefusal = { code: 'service_away', message: 'the service is not up yet' }

/** In the place of the service's words on a refund that was refused: the window has its own for it. */
export const partGivenBack = 'part_given_back' satisfies RefusalCode
/** The same where the service could not be asked how things stand, so that nothing was sent. */
export const notAsked = 'service_away' satisfies RefusalCode

export type RefusalCode =
  | 'payload_invalid'
  /** A text that was typed holds a card number, which must not be kept in the clear. */
  | 'card_data'
  | 'not_now'
  /** This counter, as it is set up, has nothing of the kind. */
  | 'not_available'
  /** The payment service is not up, or does not answer. */
  | 'service_away'
  /** The payment service has answered, and said no. */
  | 'service_refused'
  /** The terminal is not connected to the payment service, or is not this business's. */
  | 'terminal_away'
  /** Another counter has the terminal. */
  | 'terminal_in_use'
  /** What ran on the terminal ended without an answer: cancelled, or nobody answered in time. */
  | 'terminal_no_answer'
  | 'not_found'
  /** This payment service has no such operation. */
  | 'not_offered'
  | 'failed'
  /** What went back before cannot be read, until a person has acknowledged it. */
  | 'records_unreadable'
  /** Of what was to go back, the card has had money back already. */
  | 'given_back_elsewhere'
  /** More went back of the card than this counter knows of: perhaps for what is to come back now. */
  | 'part_given_back'
  /** Of what was to go back to the card, the customer has had so much in cash or as store credit already. */
  | 'given_back_otherwise'
  /** The organisation has set it, by the profile that it put on this computer. */
  | 'set_by_organisation'
  /** Another business holds this terminal; its claim code would take it over. */
  | 'terminal_held'
  | 'claim_code_wrong'
  /** Another device of this counter uses this serial port. */
  | 'port_taken'
  /** The role that this command needs is not open, or has closed meanwhile. */
  | 'role_needed'
  | 'pin_wrong'
  /** Nobody is signed in at a till that asks for it. */
  | 'sign_in_needed'
  /** It is guessed too easily: repeated digits, a sequence, or one that many choose. */
  | 'pin_weak'
  /** The shop would be left without an owner. */
  | 'owner_needed'
  /** No PIN and no code can be checked: they were hashed with a secret that the computer's keychain does not give out. */
  | 'keychain_closed'
  /** Too many wrong PINs; until when is in the snapshot. */
  | 'pin_locked'
  | 'pin_not_chosen'
  /** So much money goes back only with the PIN typed for it. */
  | 'pin_needed'
  /** It is the right one, and too short by now: another one is to be chosen first. */
  | 'pin_too_short'
