/** A point of a signature: both coordinates between 0 and 1, from the pad's top left corner. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** One movement of the pen, from touching the pad to leaving it. */
export type Stroke = readonly Point[]
