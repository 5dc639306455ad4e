import type { TerminalListItem } from '../../src-shared/pos/terminals/installer.ts'
import { claimCodePattern } from '../../src-shared/terminal/claim-code.ts'

/** A serial identifier as section 4.4 takes it: what stands on the back of the terminal, without blanks. */
export const isSerialId = (text: string): boolean => /^[A-Za-z0-9._-]{1,64}$/.test(text)

/** Twelve digits, as the maker printed them without the blanks. */
export const isClaimCode = (text: string): boolean => claimCodePattern.test(text)

/** The first VT-2001, VT-2002 … that no terminal has yet. */
export function nextVirtualId(terminals: readonly TerminalListItem[]): string {
  const taken = new Set(terminals.map(({ hsn }) => hsn))
  for (let number = 2001; ; number += 1) {
    const id = `VT-${number}`
    if (!taken.has(id)) return id
  }
}

/** Eight digits in two groups: they are read from one screen and typed on another. */
export const inGroups = (code: string): string => code.replace(/(\d{4})(?=\d)/g, '$1 ')
