/** The reader's page in a list, which `about` identifies. */
export interface ListPlace<Place> {
  readonly about: string
  readonly place: Place
}

/** A different list, such as of another account or with other filters, starts at its first page. */
export const placeIn = <Place>(kept: ListPlace<Place>, about: string, first: Place): Place =>
  kept.about === about ? kept.place : first
