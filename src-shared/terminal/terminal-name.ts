/** A name as it looks: its spaces are single, its letters and their accents one sign where there is one. */
export const tidyTerminalName = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/[\p{Zs}\u2800]+/gu, ' ')
    .trim()

/** What turns the direction of the words after it may make a name look like another one. */
const turning = /[\u202a-\u202e\u2066-\u2069]/
/** Anything but spaces, marks without a letter, and what is never drawn by itself, such as joiners and fillers. */
const visible = /[^\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}]/u

/** Whether people can read it, and read what it says. */
export const isReadableName = (name: string): boolean => visible.test(name) && !turning.test(name)
