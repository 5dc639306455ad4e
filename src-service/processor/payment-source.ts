import type { CardData } from '../../src-shared/terminal/card-encryption.ts'

/** What is charged. */
export type PaymentSource =
  | HeldSource
  /** Kept by the processor, which named it so (Processor.tokenize); `profile` when it keeps it for a customer. */
  | {
      readonly kind: 'token' | 'profile'
      readonly id: string
      readonly rail: Rail
      /** What the card's bank compares; null for an account. */
      readonly check: Omit<CardData, 'number' | 'name' | 'pin'> | null
    }

/** With its number: held by our vault, or read this moment. */
export type HeldSource =
  | { readonly kind: 'card'; readonly card: CardData }
  | { readonly kind: 'bank'; readonly bank: BankData }

/** A bank account as the rail needs it. Lives in memory only between the vault and the processor. */
export type BankData = {
  readonly account_number: string
  readonly account_type: 'checking' | 'savings'
  readonly account_holder: string
} & (
  | { readonly rail: 'us_bank_ach'; readonly routing_number: string }
  | { readonly rail: 'ca_bank_eft'; readonly transit_number: string; readonly institution_number: string }
)

export type Rail = 'card' | BankData['rail']
