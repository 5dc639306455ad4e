/** An error in a line of an import file; the page has the texts. */
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
  /** Several tax rates have this name. */
  | 'tax_unclear'
  | 'taxes_too_high'
  | 'modifier_wrong'
  | 'groups_wrong'
  /** The groups are unusable, given the item's other fields that the file keeps. */
  | 'groups_unusable'
  | 'age_wrong'
  | 'too_many_items'

export interface ImportError {
  /** Line number as in a text editor, starting at 1. */
  readonly line: number
  readonly problem: ImportProblem
  /** The text in the file. */
  readonly value: string
}

/** What the import of a file would change. */
export type ImportPreview =
  | {
      readonly kind: 'readable'
      readonly added: number
      readonly changed: number
      readonly unchanged: number
      /** The first errors, and their total number. Lines with an error are skipped. */
      readonly errors: readonly ImportError[]
      readonly error_count: number
    }
  | ({ readonly kind: 'unreadable' } & ImportRefusal)

/** Why the whole file is refused. */
export type ImportRefusal =
  /** The file is not a table of items. */
  | { readonly reason: 'no_table' | 'no_name_column' | 'empty' }
  /** A card number, which must not be stored in clear text, in this line and in the file's column of this name. */
  | { readonly reason: 'card_data'; readonly line: number; readonly column: string }
