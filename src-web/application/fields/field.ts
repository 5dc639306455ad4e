import type { WordKey } from '../words.ts'

/** What is typed into a field, and how it is sent: money as cents, a percentage as a number, the rest as text. */
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
  /** Under what it is listed. */
  readonly group?: string
}

/** @param text what a field shows now, by its whole path */
export type TextOf = (path: string) => string

export interface Field {
  /** As the service names it in an error, such as `company.ein`; below its item where it is one of a list. */
  readonly path: string
  readonly kind: FieldKind
  readonly label: WordKey
  readonly hint?: WordKey
  readonly autoComplete: string
  /** A submission does not need it. */
  readonly optional?: boolean
  /** The vault keeps it: it is shown masked, and kept unless it is typed anew. */
  readonly confidential?: boolean
  /** How many digits at most. */
  readonly most?: number
  readonly options?: OptionsName
  /** What stands there until something else is chosen; saved with whatever is saved first. */
  readonly initial?: () => string
  readonly when?: (text: TextOf) => boolean
}

/** Where the options of a field come from. */
export type OptionsName =
  | 'ownership_types'
  | 'titles'
  | 'categories'
  | 'time_zones'
  | 'countries'
  | 'account_types'
  | 'contractor_types'

/** An address that may be taken over from another one. */
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

/** People, as many as there are: the service knows them by their place. */
export interface List {
  readonly path: string
  readonly fields: readonly Field[]
  readonly copy: Copy
  /** One of them signs. */
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
