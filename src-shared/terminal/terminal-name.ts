/** Normalizes a name to how it looks: single spaces, and composed accents. */
export const tidyTerminalName = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/[\p{Zs}\u2800]+/gu, ' ')
    .trim()

/** Characters that turn the direction of the text after them can make a name look like another one. */
const turning = /[\u202a-\u202e\u2066-\u2069]/
/** Any visible character: no space, no mark without a letter, nothing invisible such as joiners and fillers. */
const visible = /[^\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}]/u

/** Whether the name is visible and reads as it is written. */
export const isReadableName = (name: string): boolean => visible.test(name) && !turning.test(name)
