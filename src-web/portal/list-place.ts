/** How far somebody has leafed through a list, which `about` names. */
export interface ListPlace<Place> {
  readonly about: string
  readonly place: Place
}

/** Another list, such as of another account or by other filters, begins at its first page. */
export const placeIn = <Place>(kept: ListPlace<Place>, about: string, first: Place): Place =>
  kept.about === about ? kept.place : first
