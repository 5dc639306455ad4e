import type { WordKey } from '../words.ts'

/** The kind of a field and how it is sent: money as cents, a percentage as a number, others as text. */
export type FieldKind =
  | 'text'
  | 'email'
  | 'tel'
  | 'url'
  | 'digits'
  | 'money'
  | 'percent'
  | 'date'
  | 'state'
  | 'zip'
  | 'select'
  | 'choice'
  | 'check'

export interface Option {
  readonly value: string
  readonly label: string
  /** The heading that it is listed under. */
  readonly group?: string
}

/** @param text returns the shown text of a field, by its whole path */
export type TextOf = (path: string) => string

export interface Field {
  /** The service's name for it in an error, such as `company.ein`; for a list, relative to the item. */
  readonly path: string
  readonly kind: FieldKind
  readonly label: WordKey
  readonly hint?: WordKey
  readonly autoComplete: string
  /** Not required for submission. */
  readonly optional?: boolean
  /** Stored in the vault: shown masked, and unchanged unless a new value is typed. */
  readonly confidential?: boolean
  /** Maximum number of digits. */
  readonly most?: number
  readonly options?: OptionsName
  /** Default value, saved with the first save of any field. */
  readonly initial?: () => string
  readonly when?: (text: TextOf) => boolean
}

/** Source of a field's options. */
export type OptionsName =
  | 'ownership_types'
  | 'titles'
  | 'categories'
  | 'time_zones'
  | 'countries'
  | 'account_types'
  | 'contractor_types'

/** An address that may be copied from another one. */
interface Copy {
  readonly label: WordKey
  readonly from: string
  readonly to: string
}

export type Block =
  | {
      readonly kind: 'fields'
      readonly title?: WordKey
      readonly text?: WordKey
      readonly fields: readonly Field[]
      readonly when?: (text: TextOf) => boolean
    }
  | { readonly kind: 'list'; readonly list: List }

/** A list of people of any length. The service identifies them by position. */
export interface List {
  readonly path: string
  readonly fields: readonly Field[]
  readonly copy: Copy
  /** One of them signs the application. */
  readonly hasSigner: boolean
}

export type StepName = 'business' | 'sales' | 'who' | 'address' | 'owners' | 'bank' | 'documents' | 'check'

export interface Step {
  readonly name: StepName
  readonly title: WordKey
  readonly text?: WordKey
  readonly blocks: readonly Block[]
  readonly when?: (text: TextOf) => boolean
}
