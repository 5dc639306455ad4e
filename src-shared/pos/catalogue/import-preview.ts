/** What is wrong in a line of a file of items; the words are the page's. */
export type ImportProblem =
  | 'name_missing'
  | 'name_too_long'
  | 'price_wrong'
  | 'category_too_long'
  | 'colour_unknown'
  | 'yes_or_no'
  | 'barcode_too_long'
  | 'barcode_taken'
  | 'tax_unknown'
  /** More than one has this name. */
  | 'tax_unclear'
  | 'taxes_too_high'
  | 'modifier_wrong'
  | 'groups_wrong'
  /** With what the file leaves of its item. */
  | 'groups_unusable'
  | 'age_wrong'
  | 'too_many_items'

export interface ImportError {
  /** As a text editor counts, from 1. */
  readonly line: number
  readonly problem: ImportProblem
  /** What stands there. */
  readonly value: string
}

/** What a file would do, before it is done. */
export type ImportPreview =
  | {
      readonly kind: 'readable'
      readonly added: number
      readonly changed: number
      readonly unchanged: number
      /** The first errors, and how many there are. Lines with an error are left out. */
      readonly errors: readonly ImportError[]
      readonly error_count: number
    }
  | ({ readonly kind: 'unreadable' } & ImportRefusal)

/** Why nothing of a file is taken. */
export type ImportRefusal =
  /** It is no table of items. */
  | { readonly reason: 'no_table' | 'no_name_column' | 'empty' }
  /** A card number, which must not be kept in the clear: in this line, and in the column of this name in the file. */
  | { readonly reason: 'card_data'; readonly line: number; readonly column: string }
