import type { CardData } from '../../src-shared/terminal/card-encryption.ts'

/** The source of a charge. */
export type PaymentSource =
  | HeldSource
  /**
   * A reference to a source that the processor stores (Processor.tokenize); `profile` if it is stored for a customer.
   */
  | {
      readonly kind: 'token' | 'profile'
      readonly id: string
      readonly rail: Rail
      /** The data that the card's bank verifies; null for a bank account. */
      readonly check: Omit<CardData, 'number' | 'name' | 'pin'> | null
    }

/** A source with its number, from the vault or read just now. */
export type HeldSource =
  | { readonly kind: 'card'; readonly card: CardData }
  | { readonly kind: 'bank'; readonly bank: BankData }

/** A bank account with the data the rail requires. In memory only, between vault and processor. */
export type BankData = {
  readonly account_number: string
  readonly account_type: 'checking' | 'savings'
  readonly account_holder: string
} & (
  | { readonly rail: 'us_bank_ach'; readonly routing_number: string }
  | { readonly rail: 'ca_bank_eft'; readonly transit_number: string; readonly institution_number: string }
)

export type Rail = 'card' | BankData['rail']
