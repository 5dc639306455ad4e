import { z } from 'zod'
import type { Currency } from '../../currency.ts'
import { type CommandRow, reply } from '../command-row.ts'

/** The entries of an installer for charging at a service of their own. */
const serviceEntrySchema = z.strictObject({
  url: z.string().trim().min(1).max(300),
  api_key: z.string().trim().min(1).max(300),
  /** Empty: ask the service which accounts the key reaches. */
  account_id: z.string().trim().max(64),
  /** The terminals' merchant id; empty if the service shows it with the account. */
  merchant_id: z.string().trim().max(50),
  /** SHA-256 of a certificate that a person compared; null: only certificates that the system trusts. */
  fingerprint: z.string().max(100).nullable(),
})
export type ServiceEntry = z.infer<typeof serviceEntrySchema>

/** A certificate that the system does not trust. */
export interface UntrustedCertificate {
  readonly fingerprint: string
  readonly subject: string
  readonly valid_to: string
}

/** An account that the key reaches and that can charge. */
export interface AccountChoice {
  readonly id: string
  readonly name: string
  /** The name of its location; null if it has none, or the service does not give it. */
  readonly location: string | null
}

/** The result of a live check of a service: fit to charge, or the first problem. */
export type ServiceCheck =
  | {
      readonly kind: 'fits'
      readonly account_id: string
      readonly merchant_name: string
      readonly merchant_id: string
      /** False for a sandbox. */
      readonly real_money: boolean
      /** The account's currency; assumed if the service does not give it. */
      readonly currency: Currency
      /** The version of the reference that it implements; null if it does not give it. */
      readonly version: string | null
    }
  | { readonly kind: 'untrusted'; readonly certificate: UntrustedCertificate }
  /** The key reaches several accounts: a person chooses. `more`: there are others that are not listed. */
  | { readonly kind: 'accounts'; readonly accounts: readonly AccountChoice[]; readonly more: boolean }
  | {
      readonly kind:
        | 'address_wrong'
        | 'unreachable'
        | 'no_service'
        | 'key_wrong'
        | 'key_public'
        | 'key_may_not_charge'
        /** The service does not list the accounts of the key: a person types one. */
        | 'account_needed'
        | 'account_unknown'
        | 'account_not_boarded'
        /** The key reaches no account. */
        | 'no_account'
        | 'merchant_needed'
      readonly detail: string
    }

/** The first problem, or something that a person must enter. */
export type ServiceTrouble = Extract<ServiceCheck, { readonly detail: string }>

/** Where this counter charges, without its key. */
export interface ServicePlace {
  /** `environment`: an environment variable names the service, so that it cannot be changed here. */
  readonly by: 'training' | 'environment' | 'settings'
  readonly url: string | null
  readonly account_id: string | null
  readonly real_money: boolean | null
  /** Whether the system stores secrets, so that the key is entered once. */
  readonly keeps_key: boolean
  /** The key has not been entered since the start. */
  readonly key_needed: boolean
  /** The choice that takes effect on the next start; null if there is none. */
  readonly after_restart: 'training' | 'settings' | null
}

/** Where the counter charges: rows of posCommands. No reply and no audit entry contains the key. */
export const serviceCommands = {
  'service.place': { right: 'set_up_terminals', reply: reply<ServicePlace>(), polled: true },
  /** Checks with the service itself, and changes nothing. */
  'service.check': {
    right: 'set_up_terminals',
    payload: serviceEntrySchema,
    reply: reply<ServiceCheck>(),
    audited: ['url', 'account_id'],
  },
  /** Takes effect on the next start. Refused if the service's real_money is not what the person was shown. */
  'service.connect': {
    right: 'set_up_terminals',
    payload: serviceEntrySchema.extend({ real_money: z.boolean() }),
    reply: reply<ServiceCheck>(),
    audited: ['url', 'account_id', 'real_money'],
  },
  /** Enters the key if the system stores none: valid until the program ends. */
  'service.unlock': {
    right: 'set_up_terminals',
    payload: serviceEntrySchema.pick({ api_key: true }),
    reply: reply<ServiceCheck>(),
    audited: [],
  },
  /** Returns to training on the next start. */
  'service.train': { right: 'set_up_terminals' },
  /** Restarts the program. Refused during a payment. */
  'service.restart': { right: 'set_up_terminals' },
} as const satisfies Readonly<Record<string, CommandRow>>
