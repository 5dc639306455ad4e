/** A file of this counter that could not be read as it was written, and what stands in its place. */
export interface DamagedFile {
  /** Its name, such as settings.json. */
  readonly file: string
  /** `newer`: another version of the program wrote it. `unreadable`: the system does not give it out. */
  readonly what: 'not_json' | 'field' | 'newer' | 'unreadable'
  /** The first field that is wrong, such as printers.0.name; null where the file as a whole is. */
  readonly field: string | null
  /** `last_good`: as it was written last. `rest`: all of it but what is wrong. `closed`: it is not gone on without it. */
  readonly used: 'last_good' | 'rest' | 'defaults' | 'closed'
  /** As which file it was kept; null where it could not be. */
  readonly aside: string | null
}
