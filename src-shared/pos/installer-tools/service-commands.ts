import { z } from 'zod'
import type { Currency } from '../../currency.ts'
import { type CommandRow, reply } from '../command-row.ts'

/** What an installer types to charge at a service of their own. */
const serviceEntrySchema = z.strictObject({
  url: z.string().trim().min(1).max(300),
  api_key: z.string().trim().min(1).max(300),
  /** Empty: the service is asked which accounts the key reaches. */
  account_id: z.string().trim().max(64),
  /** Of the terminals; empty where the service shows it with the account. */
  merchant_id: z.string().trim().max(50),
  /** SHA-256 of a certificate that a person has compared; null: only what the system trusts. */
  fingerprint: z.string().max(100).nullable(),
})
export type ServiceEntry = z.infer<typeof serviceEntrySchema>

/** Of a certificate that the system does not trust. */
export interface UntrustedCertificate {
  readonly fingerprint: string
  readonly subject: string
  readonly valid_to: string
}

/** An account that the key reaches and that can charge. */
export interface AccountChoice {
  readonly id: string
  readonly name: string
  /** The name of its location; null where it has none, or the service does not say. */
  readonly location: string | null
}

/** What a live check of a service came to: fit to charge, or the first thing that is wrong. */
export type ServiceCheck =
  | {
      readonly kind: 'fits'
      readonly account_id: string
      readonly merchant_name: string
      readonly merchant_id: string
      /** False at a sandbox. */
      readonly real_money: boolean
      /** What the account takes; that of a service that does not say it is assumed. */
      readonly currency: Currency
      /** Of the reference that it keeps to; null where it does not say. */
      readonly version: string | null
    }
  | { readonly kind: 'untrusted'; readonly certificate: UntrustedCertificate }
  /** The key reaches several: a person chooses. `more`: there are others that are not listed. */
  | { readonly kind: 'accounts'; readonly accounts: readonly AccountChoice[]; readonly more: boolean }
  | {
      readonly kind:
        | 'address_wrong'
        | 'unreachable'
        | 'no_service'
        | 'key_wrong'
        | 'key_public'
        | 'key_may_not_charge'
        /** The service does not say which accounts the key reaches: a person types one. */
        | 'account_needed'
        | 'account_unknown'
        | 'account_not_boarded'
        /** The key reaches none at all. */
        | 'no_account'
        | 'merchant_needed'
      readonly detail: string
    }

/** The first thing that is wrong, or that a person has to say. */
export type ServiceTrouble = Extract<ServiceCheck, { readonly detail: string }>

/** Where this counter charges, without its key. */
export interface ServicePlace {
  /** `environment`: it names another service, which cannot be changed here. */
  readonly by: 'training' | 'environment' | 'settings'
  readonly url: string | null
  readonly account_id: string | null
  readonly real_money: boolean | null
  /** The system keeps secrets, so the key is asked for once. */
  readonly keeps_key: boolean
  /** The key has not been typed since the start. */
  readonly key_needed: boolean
  /** Something else was chosen, and holds from the next start on. */
  readonly after_restart: 'training' | 'settings' | null
}

/** Where the counter charges: rows of posCommands. The key is in no answer and in no audit. */
export const serviceCommands = {
  'service.place': { right: 'set_up_terminals', reply: reply<ServicePlace>(), polled: true },
  /** Asks the service itself, and changes nothing. */
  'service.check': {
    right: 'set_up_terminals',
    payload: serviceEntrySchema,
    reply: reply<ServiceCheck>(),
    audited: ['url', 'account_id'],
  },
  /** From the next start on. `real_money` is what the person was shown: where the service is not that, it is refused. */
  'service.connect': {
    right: 'set_up_terminals',
    payload: serviceEntrySchema.extend({ real_money: z.boolean() }),
    reply: reply<ServiceCheck>(),
    audited: ['url', 'account_id', 'real_money'],
  },
  /** The key, where the system keeps none: good until the program ends. */
  'service.unlock': {
    right: 'set_up_terminals',
    payload: serviceEntrySchema.pick({ api_key: true }),
    reply: reply<ServiceCheck>(),
    audited: [],
  },
  /** Back to training, from the next start on. */
  'service.train': { right: 'set_up_terminals' },
  /** Ends the program and starts it again. Refused while somebody pays. */
  'service.restart': { right: 'set_up_terminals' },
} as const satisfies Readonly<Record<string, CommandRow>>
