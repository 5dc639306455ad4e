import { useLayoutEffect } from 'react'

let screens = 0

/** Whether a digit does more on the shown screen than change a number, so that the first one of a scan is not undone. */
export const actsOnFirstDigit = (): boolean => screens > 0

/** For such a screen. @returns a function for when it is left */
export function beginActingOnDigits(): () => void {
  screens += 1
  return () => {
    screens -= 1
  }
}

export function useActingOnDigits(): void {
  useLayoutEffect(beginActingOnDigits, [])
}
