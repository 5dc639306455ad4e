import { hex32Schema, proofOf } from './proofs.ts'

/**
 * The maker's proof that a person has the terminal at hand: twelve digits that are printed on it or shown on its
 * screen. They are derived from the serial number and a key of the maker, so that no list has to be kept.
 */
export const claimCodePattern = /^\d{12}$/

const codes = 1_000_000_000_000n

/** @param key the maker's key, 32 bytes as hex. @throws if it is not. */
export const claimCodeOf = (key: string, hsn: string): string =>
  (BigInt(`0x${proofOf(hex32Schema.parse(key), ['countertop claim code v1', hsn])}`) % codes)
    .toString()
    .padStart(12, '0')

/** The printed form: 1234 5678 9012. */
export const printedClaimCode = (code: string): string => code.replace(/(\d{4})(?=\d)/g, '$1 ')

/**
 * The key of the virtual terminals' maker. It is public, since only play money moves with those terminals: only a
 * sandbox accepts it.
 */
export const virtualMakerKey = '76697274756165207465726d696e616c207669727475656c6c65207465726d69'

export const virtualClaimCode = (hsn: string): string => claimCodeOf(virtualMakerKey, hsn)
