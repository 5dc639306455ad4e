import { hex32Schema, proofOf } from './proofs.ts'

/**
 * The maker's proof that whoever knows it holds the terminal: twelve digits that are printed on it, or shown on its
 * screen. They follow from the serial number and a key of the maker's, so that nobody has to keep a list.
 */
export const claimCodePattern = /^\d{12}$/

const codes = 1_000_000_000_000n

/** @param key the maker's, 32 bytes as hex. @throws when it is not. */
export const claimCodeOf = (key: string, hsn: string): string =>
  (BigInt(`0x${proofOf(hex32Schema.parse(key), ['countertop claim code v1', hsn])}`) % codes)
    .toString()
    .padStart(12, '0')

/** As it is printed: 1234 5678 9012. */
export const printedClaimCode = (code: string): string => code.replace(/(\d{4})(?=\d)/g, '$1 ')

/**
 * The key of the virtual terminals' maker. Everybody may know it, for they are made of play money: only a sandbox
 * accepts it.
 */
export const virtualMakerKey = '76697274756165207465726d696e616c207669727475656c6c65207465726d69'

export const virtualClaimCode = (hsn: string): string => claimCodeOf(virtualMakerKey, hsn)
