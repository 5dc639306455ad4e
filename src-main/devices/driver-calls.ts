let underWay = 0

/**
 * Counts a call into a device's driver, which occupies one of Node.js's threads for files until it ends. A device that
 * hangs never lets it end. @returns called at its end, once
 */
export function beginDriverCall(): () => void {
  underWay += 1
  return () => {
    underWay -= 1
  }
}

export const driverCalls = (): number => underWay
