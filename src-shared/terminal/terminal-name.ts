import { hasVisibleText } from '../visible-text.ts'

/** Normalizes a name to how it looks: single spaces, and composed accents. */
export const tidyTerminalName = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/[\p{Zs}\u2800]+/gu, ' ')
    .trim()

/** Characters that turn the direction of the text after them can make a name look like another one. */
const turning = /[\u202a-\u202e\u2066-\u2069]/

/** Whether the name is visible and reads as it is written. */
export const isReadableName = (name: string): boolean => hasVisibleText(name) && !turning.test(name)
