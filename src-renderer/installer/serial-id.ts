import type { TerminalListItem } from '../../src-shared/pos/terminals/installer.ts'
import { claimCodePattern } from '../../src-shared/terminal/claim-code.ts'

/** Whether the text is a serial identifier by section 4.4: the one on the terminal's back, without blanks. */
export const isSerialId = (text: string): boolean => /^[A-Za-z0-9._-]{1,64}$/.test(text)

/** Whether the text has the twelve digits that the manufacturer prints, without blanks. */
export const isClaimCode = (text: string): boolean => claimCodePattern.test(text)

/** Returns the first of VT-2001, VT-2002 … that no terminal has. */
export function nextVirtualId(terminals: readonly TerminalListItem[]): string {
  const taken = new Set(terminals.map(({ hsn }) => hsn))
  for (let number = 2001; ; number += 1) {
    const id = `VT-${number}`
    if (!taken.has(id)) return id
  }
}

/** Formats eight digits in two groups, because they are read from one screen and typed on another. */
export const inGroups = (code: string): string => code.replace(/(\d{4})(?=\d)/g, '$1 ')
