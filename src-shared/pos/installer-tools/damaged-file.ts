/** A file of this counter that could not be read in full, and what is used instead. */
export interface DamagedFile {
  /** The file's name, such as settings.json. */
  readonly file: string
  /** `newer`: written by a newer version of the program. `unreadable`: the system cannot read it. */
  readonly what: 'not_json' | 'field' | 'newer' | 'unreadable'
  /** The first invalid field, such as printers.0.name; null if the whole file is invalid. */
  readonly field: string | null
  /** `last_good`: its previous version. `rest`: its valid parts. `closed`: the function stays closed without it. */
  readonly used: 'last_good' | 'rest' | 'defaults' | 'closed'
  /** The name under which the damaged file was kept; null if that failed. */
  readonly aside: string | null
}
